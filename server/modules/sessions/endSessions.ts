import type { Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';

/**
 * Ends the sessions that a user has, or all users of a tenant, in the transaction of the reason for it: the next request of each is refused.
 *
 * @param except the session that goes on, such as the one in which its user has changed the password
 * @returns how many there were
 */
export async function endSessions(
  tx: Transaction<Database>,
  { merchantId, userId, except = null }: { merchantId: string; userId?: string; except?: string | null },
  at: Date,
): Promise<number> {
  let open = tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('merchant_id', '=', merchantId)
    .where('ended_at', 'is', null);
  if (userId !== undefined) open = open.where('user_id', '=', userId);
  if (except !== null) open = open.where('id', '!=', except);
  const { numUpdatedRows } = await open.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
