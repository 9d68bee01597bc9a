import type { EntitledTo } from '#server/access/entitlements.ts';
import { type AuditSide, recordAudit } from '#server/audit/recordAudit.ts';
import { only } from '#server/audit/sides.ts';
import type { RecoveryCodes } from '#server/credentials/recoveryCodes.ts';
import type { Language } from '@merchant-console/declaration/languages';
import type { Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError, ForbiddenError, ValidationError } from '#server/errors.ts';
import { textIn } from '#server/money/readForm.ts';
import { applyRights } from '../powers/service.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, Target, Values } from '#server/resources/RecordSource.ts';
import { endLinks } from '../enrolment/service.ts';
import { endSessions } from '../sessions/endSession.ts';
import {
  assertMailable,
  assertUsername,
  insertUser,
  inviteOwner,
  LINK_REASONS,
  type LinkAction,
  type LinkDeps,
  userLink,
  type UserLink,
  usernameProblem,
} from './inviteOwner.ts';
import { createManaging } from './manageable.ts';
import { contactIn, PERSON, personIn } from './personIn.ts';
import {
  assertGrantable,
  assertNotAbove,
  assertOwnerRemains,
  grantableRoles,
  type ManagedUser,
  type Manager,
  managerOf,
  namesOf,
  roleIdsIn,
  userOf,
} from './userRules.ts';

export { assertMailable, insertUser, inviteOwner, type LinkDeps, managerOf, userLink, usernameProblem, type UserLink };

/** The list's view. */
export const USERS_VIEW = 'v_users';

interface UsersDeps extends LinkDeps {
  entitledTo: EntitledTo;
  recoveryCodes: RecoveryCodes;
}

export type Users = ReturnType<typeof createUsers>;

/**
 * Users of a tenant. All functions run in the given transaction, lock the tenant first, and throw ForbiddenError if the
 * actor has lost the permission in the meantime or the user holds more than the actor.
 */
export function createUsers(deps: UsersDeps) {
  const { clock, mailsLinks, entitledTo, recoveryCodes } = deps;
  const applied = (tx: Tx, merchantId: string, more: { restarted?: string } = {}) =>
    applyRights(tx, { merchantId, at: clock.now(), sendsMail: mailsLinks, ...more });
  const manager = (tx: Tx, actor: Actor, permission: string) => managerOf(tx, actor, permission, entitledTo);

  /**
   * @throws {ValidationError} if a value is invalid, the username is taken in any tenant, or a role can't be granted
   */
  async function invite(tx: Tx, actor: Actor, values: Values, language: Language): Promise<UserLink> {
    const by = await manager(tx, actor, 'users.create');
    const { merchantId } = actor;
    const username = textIn(values, 'username');
    assertUsername(username);
    const roleIds = roleIdsIn(values);
    const roles = await grantableRoles(tx, by);
    assertGrantable(roles, roleIds, []);
    const person = { realName: textIn(values, 'real_name'), ...contactIn(values) };
    assertMailable(deps, person.email, 'email');
    const userId = await insertUser(
      tx,
      { merchantId, username, ...person, roleIds, invitedBy: actor.userId },
      clock.now(),
    );
    if (userId === null) throw new ValidationError({ username: { key: 'username_taken' } });
    await applied(tx, merchantId);
    const { realName: real_name, phone, email } = person;
    return linkFor(tx, by, { userId, language }, 'create', null, {
      username,
      real_name,
      phone,
      email,
      roles: namesOf(roles, roleIds),
      status: 'invited',
    });
  }

  /**
   * Creates a new link for a user who hasn't set up a sign-in; the old one ends.
   * @throws {ConflictError} if the user has set up a sign-in
   */
  async function reinvite(tx: Tx, actor: Actor, id: string, language: Language): Promise<UserLink> {
    const { by, user } = await other(tx, actor, id, 'users.create', 'invited');
    await relate(tx, actor, user);
    return linkFor(tx, by, { userId: user.id, language }, 'reinvite', null, {});
  }

  /**
   * Fields missing in `values` stay unchanged.
   * @throws {ConflictError} if the revision is outdated, or no owner would be left
   * @throws {ValidationError} if a role can't be granted, or the actor changes their own
   */
  async function edit(tx: Tx, actor: Actor, target: Target, values: Values): Promise<string> {
    const by = await manager(tx, actor, 'users.edit');
    const user = await userOf(tx, by, target.id);
    if (target.revision !== null && user.revision !== target.revision) {
      throw new ConflictError({ current: await readRecord(tx, USERS_VIEW, actor.merchantId, user.id) });
    }
    await assertNotAbove(tx, by, user.id);
    const roleChange = await changedRoles(tx, by, user, values);
    const wanted = personIn(values);
    const changed = [...PERSON].filter((source) => Object.hasOwn(wanted, source) && wanted[source] !== user[source]);
    if (changed.length === 0 && !roleChange) return user.id;
    await store(tx, user, wanted);
    if (changed.includes('email') && user.id !== actor.userId) await relate(tx, actor, user);
    if (roleChange) {
      await assertOwnerRemains(tx, actor.merchantId);
      await applied(tx, actor.merchantId);
    }
    await logEvent(
      tx,
      by,
      user.id,
      'edit',
      { ...only(changed, user), ...roleChange?.before },
      { ...only(changed, wanted), ...roleChange?.after },
    );
    return user.id;
  }

  /** Applies the wanted roles; null if they are the user's already. */
  async function changedRoles(tx: Tx, by: Manager, user: ManagedUser, values: Values) {
    if (!Object.hasOwn(values, 'role_ids')) return null;
    const wanted = roleIdsIn(values);
    const added = wanted.filter((id) => !user.roleIds.includes(id));
    const removed = user.roleIds.filter((id) => !wanted.includes(id));
    if (added.length === 0 && removed.length === 0) return null;
    if (user.id === by.actor.userId) throw new ValidationError({ role_ids: { key: 'own_rights' } });
    const roles = await grantableRoles(tx, by);
    assertGrantable(roles, wanted, user.roleIds);
    const key = { merchant_id: user.merchant_id, user_id: user.id };
    if (removed.length > 0) {
      await tx
        .deleteFrom('user_roles')
        .where('merchant_id', '=', key.merchant_id)
        .where('user_id', '=', key.user_id)
        .where('role_id', 'in', removed)
        .execute();
    }
    const rows = added.map((role_id) => ({ ...key, role_id }));
    if (rows.length > 0) await tx.insertInto('user_roles').values(rows).execute();
    return { before: { roles: namesOf(roles, user.roleIds) }, after: { roles: namesOf(roles, wanted) } };
  }

  /**
   * Ends the user's sessions and links immediately.
   * @throws {ConflictError} if it is the last owner, or the user isn't enabled
   */
  async function disable(tx: Tx, actor: Actor, id: string): Promise<string> {
    const { by, user } = await other(tx, actor, id, 'users.disable', 'enabled');
    await store(tx, user, { status: 'disabled' });
    await assertOwnerRemains(tx, actor.merchantId);
    await signOut(tx, user);
    await endLinks(tx, { merchantId: user.merchant_id, userId: user.id });
    await applied(tx, user.merchant_id);
    await logEvent(tx, by, user.id, 'disable', { status: 'enabled' }, { status: 'disabled' });
    return user.id;
  }

  /** @throws {ConflictError} if the user isn't disabled */
  async function enable(tx: Tx, actor: Actor, id: string): Promise<string> {
    const { by, user } = await other(tx, actor, id, 'users.enable', 'disabled');
    await store(tx, user, { status: 'enabled' });
    await applied(tx, user.merchant_id);
    await logEvent(tx, by, user.id, 'enable', { status: 'disabled' }, { status: 'enabled' });
    return user.id;
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

  /** A user other than the actor, in the required status. */
  async function other(tx: Tx, actor: Actor, id: string, permission: string, status: ManagedUser['status']) {
    const by = await manager(tx, actor, permission);
    const user = await userOf(tx, by, id);
    if (user.id === actor.userId) throw new ForbiddenError('own_account');
    await assertNotAbove(tx, by, user.id);
    if (user.status !== status) {
      const current = await readRecord(tx, USERS_VIEW, actor.merchantId, user.id);
      throw new ConflictError({ id: 'not_in_this_state', args: { record: user.username }, current });
    }
    return { by, user };
  }

  async function store(
    tx: Tx,
    user: ManagedUser,
    change: Partial<Omit<ManagedUser, 'roleIds' | 'muted_notifications'>>,
  ): Promise<void> {
    await updateRow(tx, 'users', user, { ...change, revision: user.revision + 1, updated_at: clock.now() });
  }

  /** Relates the actor to a user whose sign-in they could set up from now on, see `assertChecker`. */
  async function relate(tx: Tx, { userId: reset_by }: Actor, { merchant_id, id }: ManagedUser): Promise<void> {
    const reset_at = clock.now();
    await tx
      .insertInto('sign_in_resets')
      .values({ merchant_id, user_id: id, reset_by, reset_at })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'user_id', 'reset_by']).doUpdateSet({ reset_at }))
      .execute();
  }

  const resetBy = ({ userId }: Actor) => ({ reset_by: userId, reset_at: clock.now() });

  async function signOut(tx: Tx, { merchant_id: merchantId, id: userId }: ManagedUser): Promise<void> {
    await endSessions(tx, { merchantId, userId }, clock.now());
  }

  async function linkFor(
    tx: Tx,
    by: Manager,
    { userId, language }: { userId: string; language: Language },
    action: LinkAction,
    before: AuditSide,
    after: AuditSide,
  ) {
    const message = { reason: LINK_REASONS[action], language };
    const link = await userLink(tx, deps, { merchantId: by.actor.merchantId, userId }, message);
    const sent = link.mailed_to === undefined ? {} : { link_mailed_to: link.mailed_to };
    await logEvent(tx, by, userId, action, before, { ...after, link_expires_at: link.expires_at, ...sent });
    return link;
  }

  async function logEvent(tx: Tx, { actor }: Manager, id: string, action: string, before: AuditSide, after: AuditSide) {
    await recordAudit(tx, { actor, action: `users.${action}`, recordId: id, before, after, at: clock.now() });
  }

  return {
    invite,
    reinvite,
    edit,
    disable,
    enable,
    resetPassword,
    resetTotp,
    endAllSessions,
    ...createManaging(entitledTo),
  };
}
