import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, WireRecord } from '#server/resources/RecordSource.ts';

export const SESSIONS_VIEW = 'v_sessions';

interface Ending {
  id: string;
  /** Checks that the actor may end sessions of another user; null if the actor may end only their own. */
  assertMayManage: ((userId: string) => Promise<void>) | null;
  at: Date;
  /** Presents an ended session in the error. */
  shown: (record: WireRecord) => WireRecord;
}

interface Ended {
  merchantId: string;
  /** Only those of this user. */
  userId?: string;
  /** Only this one. */
  id?: string;
  /** The session to keep, such as the one that changed the password. */
  except?: string | null;
}

/**
 * Ends sessions in the transaction of its cause. Takes effect with each session's next request.
 * @returns the number of ended sessions
 */
export async function endSessions(tx: Tx, { merchantId, userId, id, except = null }: Ended, at: Date): Promise<number> {
  let open = tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('merchant_id', '=', merchantId)
    .where('ended_at', 'is', null);
  if (userId !== undefined) open = open.where('user_id', '=', userId);
  if (id !== undefined) open = open.where('id', '=', id);
  if (except !== null) open = open.where('id', '!=', except);
  const { numUpdatedRows } = await open.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Ends the sessions of all users of a merchant and of those below it, like `endSessions`. */
export async function endSessionsOfSubtree(tx: Tx, merchantId: string, at: Date): Promise<void> {
  const branch = await tx
    .selectFrom('merchant_descendants')
    .where('merchant_id', '=', merchantId)
    .orderBy('depth')
    .orderBy('descendant_id')
    .select('descendant_id')
    .execute();
  for (const { descendant_id } of branch) await endSessions(tx, { merchantId: descendant_id }, at);
}

/**
 * Ends one session. A session of another user that the caller may not end is answered like a nonexistent one.
 * @throws {ConflictError} if it has ended
 * @throws {ForbiddenError} if its user has permissions that the actor lacks
 */
export async function endSession(tx: Tx, actor: Actor, { id, assertMayManage, at, shown }: Ending): Promise<void> {
  const before = await readRecord(tx, SESSIONS_VIEW, actor.merchantId, id);
  const userId = String(before['user_id']);
  if (userId !== actor.userId) {
    if (!assertMayManage) throw new NotFoundError();
    await assertMayManage(userId);
  }
  const ended = await endSessions(tx, { merchantId: actor.merchantId, id }, at);
  if (ended === 0) throw new ConflictError({ id: 'session_over', current: shown(before) });
  await recordAudit(tx, {
    actor,
    action: 'sessions.end',
    recordId: id,
    at,
    before: { ended_at: null },
    after: { ended_at: at.toISOString() },
  });
}
