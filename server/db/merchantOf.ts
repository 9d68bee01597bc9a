import type { Selectable } from 'kysely';
import type { DbOrTx, MerchantsTable } from './schema.ts';

/** Returns a tenant's row. @throws {Error} if it doesn't exist, which the caller must rule out */
export function merchantOf(db: DbOrTx, id: string): Promise<Selectable<MerchantsTable>> {
  return db.selectFrom('merchants').where('merchant_id', '=', id).selectAll().executeTakeFirstOrThrow();
}
