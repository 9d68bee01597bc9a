import type { Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { TooManyRequestsError } from '#server/errors.ts';
import { entriesOf } from './entriesOf.ts';

const HOUR = 3_600_000;
const MOST = 5;

interface Audited {
  merchantId: string;
  resource: string;
  recordId: string;
}

/**
 * Nobody does such a thing with one record more than five times within an hour in earnest.
 *
 * @param tx has locked the record
 * @throws TooManyRequestsError
 */
export async function assertFewEntries(
  tx: Transaction<Database>,
  { merchantId, resource, recordId }: Audited,
  actions: readonly string[],
  now: Date,
): Promise<void> {
  const entries = await entriesOf(tx, merchantId, resource, recordId)
    .where('action', 'in', actions)
    .where('at', '>', new Date(now.getTime() - HOUR))
    .limit(MOST)
    .select('at')
    .execute();
  const first = entries[MOST - 1];
  if (first) throw new TooManyRequestsError(Math.ceil((first.at.getTime() + HOUR - now.getTime()) / 1000));
}
