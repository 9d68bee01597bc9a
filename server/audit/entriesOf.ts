import type { Kysely } from 'kysely';
import type { Database } from '#server/db/schema.ts';

/** What a tenant's log tells of a record, the newest first; the caller says how much of it. */
export function entriesOf(db: Kysely<Database>, merchantId: string, resource: string, recordId: string) {
  return db
    .selectFrom('audit_logs')
    .where('merchant_id', '=', merchantId)
    .where('resource', '=', resource)
    .where('record_id', '=', recordId)
    .orderBy('seq', 'desc');
}
