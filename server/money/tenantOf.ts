import { sql, type Transaction } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Database } from '#server/db/schema.ts';
import { NotFoundError } from '#server/errors.ts';

/** Where a record is: an operator of the platform decides about any merchant's. */
export interface RecordOf {
  merchantId: string;
  id: string;
}

/** Whose record it is: an operator of the platform names it by its id alone. @throws NotFoundError */
export async function tenantOf(
  tx: Transaction<Database>,
  table: 'deposits' | 'withdrawals' | 'adjustments',
  id: string,
): Promise<RecordOf> {
  if (!isUuid(id)) throw new NotFoundError();
  const { rows } = await sql<{ merchant_id: string }>`
    select merchant_id from ${sql.table(table)} where id = ${id}`.execute(tx);
  if (!rows[0]) throw new NotFoundError();
  return { merchantId: rows[0].merchant_id, id };
}
