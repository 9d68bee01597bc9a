import type { Transaction } from 'kysely';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, WireRecord } from '#server/resources/RecordSource.ts';

export const SESSIONS_VIEW = 'v_sessions';

interface Ending {
  id: string;
  /** Whether somebody else's may be ended, too. */
  mayEndAll: boolean;
  at: Date;
  /** What is told of one that is over: the record as it is shown. */
  shown: (record: WireRecord) => WireRecord;
}

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

/**
 * Ends one session. That a foreign one is not the asker's to end is answered like one that does not exist.
 * @throws ConflictError for one that is over
 */
export async function endSession(
  tx: Transaction<Database>,
  actor: Actor,
  { id, mayEndAll, at, shown }: Ending,
): Promise<void> {
  const before = await readRecord(tx, SESSIONS_VIEW, actor.merchantId, id);
  if (before['user_id'] !== actor.userId && !mayEndAll) throw new NotFoundError();
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('merchant_id', '=', actor.merchantId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (ended.numUpdatedRows !== 1n) throw new ConflictError({ id: 'session_over', current: shown(before) });
  await recordAudit(tx, {
    actor,
    action: 'sessions.end',
    resource: 'sessions',
    recordId: id,
    at,
    before: { ended_at: null },
    after: { ended_at: at.toISOString() },
  });
}
