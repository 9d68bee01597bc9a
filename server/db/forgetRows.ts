import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';
import type { Database } from './schema.ts';

/** Rows per statement, so that none takes long, on databases of any size. */
const PIECE = 1_000;

interface Old<Table extends keyof Database> {
  /** Columns of the primary key after `merchant_id`. */
  key: readonly (keyof Database[Table] & string)[];
  /** Condition on a row, which is named `old`. */
  isOld: RawBuilder<boolean>;
}

/**
 * Deletes old rows of all tenants: lists the tenants that have any, without locks, then deletes those of one tenant after the
 * other, in pieces of 1,000 rows. Each piece is a transaction of its own.
 * @returns the number of deleted rows
 */
export async function forgetRows<Table extends keyof Database>(
  { kysely }: Pick<Db, 'kysely'>,
  table: Table,
  { key, isOld }: Old<Table>,
): Promise<number> {
  const rows = sql.table(table);
  const columns = sql.join(key.map((column) => sql.ref(`old.${column}`)));
  const { rows: tenants } = await sql<{ merchant_id: string }>`
    select distinct old.merchant_id from ${rows} old where ${isOld}`.execute(kysely);
  let deleted = 0;
  for (const { merchant_id: merchantId } of tenants) {
    for (let piece = PIECE; piece === PIECE; deleted += piece) {
      // Asks twice, because a row may have changed since it was found.
      const { numAffectedRows = 0n } = await sql`
        delete from ${rows} old where old.merchant_id = ${merchantId} and ${isOld} and (${columns}) in (
          select ${columns} from ${rows} old where old.merchant_id = ${merchantId} and ${isOld} limit ${PIECE}
        )`.execute(kysely);
      piece = Number(numAffectedRows);
    }
  }
  return deleted;
}
