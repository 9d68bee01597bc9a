import type { Kysely, Selectable } from 'kysely';
import type { Database, MerchantsTable } from './schema.ts';

/** Returns a tenant's row. @throws {Error} if it doesn't exist, which the caller must rule out */
export function merchantOf(db: Kysely<Database>, id: string): Promise<Selectable<MerchantsTable>> {
  return db.selectFrom('merchants').where('merchant_id', '=', id).selectAll().executeTakeFirstOrThrow();
}
