import type { Language } from '@merchant-console/declaration/languages';
import type { Tx } from '#server/db/schema.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { UserLink } from './inviteOwner.ts';
import type { UserActs, UsersDeps } from './userActs.ts';
import { assertNotAbove, userOf } from './userRules.ts';

/** Lets users set up their sign-ins again, and ends their sessions. */
export function createSignIns({ clock, recoveryCodes }: UsersDeps, acts: UserActs) {
  const { applied, manager, other, store, relate, signOut, linkFor, logEvent } = acts;
  const resetBy = ({ userId }: Actor) => ({ reset_by: userId, reset_at: clock.now() });

  /**
   * Creates a new link for a user who hasn't set up a sign-in; the old one ends.
   * @throws {ConflictError} if the user has set up a sign-in
   */
  async function reinvite(tx: Tx, actor: Actor, id: string, language: Language): Promise<UserLink> {
    const { by, user } = await other(tx, actor, id, 'users.create', 'invited');
    await relate(tx, actor, user);
    return linkFor(tx, by, { userId: user.id, language }, 'reinvite', null, {});
  }

  /** Invalidates the password and all sessions immediately. @returns the link to set a new one */
  async function resetPassword(tx: Tx, actor: Actor, id: string, language: Language): Promise<UserLink> {
    const { by, user } = await other(tx, actor, id, 'users.reset_password', 'enabled');
    await store(tx, user, { password_hash: null, ...resetBy(actor) });
    await relate(tx, actor, user);
    await signOut(tx, user);
    const had = user.password_hash !== null;
    await applied(tx, user.merchant_id, { restarted: user.id });
    return linkFor(
      tx,
      by,
      { userId: user.id, language },
      'reset_password',
      { password_set: had },
      { password_set: false },
    );
  }

  /**
   * Invalidates the authenticator, its recovery codes and all sessions immediately. The caller has verified the actor's
   * own code.
   * @returns the link to set up a new one
   */
  async function resetTotp(tx: Tx, actor: Actor, id: string, language: Language): Promise<UserLink> {
    const { by, user } = await other(tx, actor, id, 'users.reset_totp', 'enabled');
    await store(tx, user, { totp_secret: null, totp_last_step: null, ...resetBy(actor) });
    await relate(tx, actor, user);
    await recoveryCodes.revoke(tx, { merchantId: user.merchant_id, userId: user.id });
    await signOut(tx, user);
    const had = user.totp_secret !== null;
    await applied(tx, user.merchant_id, { restarted: user.id });
    return linkFor(tx, by, { userId: user.id, language }, 'reset_totp', { totp_bound: had }, { totp_bound: false });
  }

  /** Ends all sessions of a user, possibly including the actor's own. */
  async function endAllSessions(tx: Tx, actor: Actor, id: string): Promise<string> {
    const by = await manager(tx, actor, 'users.edit');
    const user = await userOf(tx, by, id);
    await assertNotAbove(tx, by, user.id);
    await signOut(tx, user);
    await logEvent(tx, by, user.id, 'end_sessions', null, null);
    return user.id;
  }

  return { reinvite, resetPassword, resetTotp, endAllSessions };
}
