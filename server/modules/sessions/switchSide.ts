import { recordAudit } from '#server/audit/recordAudit.ts';
import { newToken, tokenHash } from '#server/crypto/token.ts';
import type { Tx } from '#server/db/schema.ts';
import { SessionEndedError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';

interface Switch {
  sessionId: string;
  /** The session's current token. */
  token: string;
  /** True to switch to test data. */
  isTest: boolean;
  at: Date;
}

/**
 * Switches a session to the other side under a new token, so that pending requests of the previous side are rejected.
 * @param actor the session's user, of the live merchant
 * @returns the new token
 * @throws {SessionEndedError} if the session has ended or switched concurrently
 */
export async function switchSide(tx: Tx, actor: Actor, { sessionId, token, isTest, at }: Switch): Promise<string> {
  const { merchantId } = actor;
  const next = newToken(merchantId);
  const switched = await tx
    .updateTable('sessions')
    .set({ token_hash: tokenHash(next), is_test: isTest })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', sessionId)
    .where('token_hash', '=', tokenHash(token))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (switched.numUpdatedRows !== 1n) throw new SessionEndedError();
  const action = isTest ? 'session.enter_test_mode' : 'session.leave_test_mode';
  await recordAudit(tx, { actor, action, resource: 'sessions', recordId: sessionId, at });
  return next;
}
