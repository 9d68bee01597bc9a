import type { Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { entriesOf } from './entriesOf.ts';

/** Who did the last thing that a tenant's log tells of a record, by the name that they had; null: nobody, or unnamed. */
export async function lastActor(
  tx: Transaction<Database>,
  { merchantId, resource }: { merchantId: string; resource: string },
  recordId: string,
): Promise<string | null> {
  const row = await entriesOf(tx, merchantId, resource, recordId).limit(1).select('actor_name').executeTakeFirst();
  return row?.actor_name ?? null;
}
