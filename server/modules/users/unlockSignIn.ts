import { type AuditActor, recordAudit, recordInBothLogs } from '#server/audit/recordAudit.ts';
import { idOrNone } from '#server/db/rows.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { merchantOf, PLATFORM_ID, type UserKey } from '#server/db/tenants.ts';
import { orNotFound } from '#server/errors.ts';
import { forgetFailures } from '#server/limits/signInAttempts.ts';
import type { Actor, WireRecord } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import { assertNotAbove, managerOf, userOf } from './userRules.ts';

/**
 * Ends the locks that failed sign-ins have caused for a user, also those of the networks that they came from. The caller
 * has checked that the actor may do so. If the actor belongs to another tenant, both logs record it.
 * @throws {NotFoundError} if there is no such user
 */
export async function unlockSignIn(
  tx: Tx,
  actor: AuditActor,
  { merchantId, userId }: UserKey,
  at: Date,
): Promise<string> {
  const changed = await tx
    .updateTable('users')
    .set({ sign_in_locked_until: null })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', idOrNone(userId))
    .returning('username')
    .executeTakeFirst();
  const { username } = orNotFound(changed);
  await forgetFailures(tx, username);
  const event = { actor, action: 'users.unlock_sign_in', recordId: userId, after: { username }, at };
  if (actor.merchantId === merchantId) await recordAudit(tx, event);
  else await recordInBothLogs(tx, event, { merchantId, actorName: (await merchantOf(tx, actor.merchantId)).name });
  return username;
}

/**
 * Like `unlockSignIn`, for a user of the actor's own tenant, possibly the actor.
 * @throws {ForbiddenError} if the actor may not edit users, or the user holds more than the actor
 */
export async function unlockOwnUser(
  tx: Tx,
  actor: Actor,
  id: string,
  { clock, entitledTo }: Pick<Services, 'clock' | 'entitledTo'>,
): Promise<string> {
  const by = await managerOf(tx, actor, 'users.edit', entitledTo);
  const user = await userOf(tx, by, id);
  await assertNotAbove(tx, by, user.id);
  await unlockSignIn(tx, actor, { merchantId: user.merchant_id, userId: user.id }, clock.now());
  return user.id;
}

/** The user with a username, in any case, of any tenant; undefined if there is none. */
export async function findByUsername(db: DbOrTx, username: string): Promise<UserKey | undefined> {
  return db
    .selectFrom('directory')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('kind', '=', 'username')
    .where('name', '=', username.toLowerCase())
    .select(['tenant_id as merchantId', 'record_id as userId'])
    .executeTakeFirst();
}

/** Marks a user's record if failed sign-ins currently limit where the user can sign in. */
export function markedIfLocked(record: WireRecord, now: Date): WireRecord {
  const until = record['sign_in_locked_until'];
  return { ...record, is_sign_in_locked: typeof until === 'string' && new Date(until) > now };
}
