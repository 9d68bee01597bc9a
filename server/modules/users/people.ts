import { only } from '#server/audit/sides.ts';
import type { Language } from '@merchant-console/declaration/languages';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { textIn } from '#server/money/readForm.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, Target, Values } from '#server/resources/RecordSource.ts';
import { endLinks } from '../enrolment/service.ts';
import { assertMailable, assertUsername, insertUser, type UserLink } from './inviteOwner.ts';
import { contactIn, PERSON, personIn } from './personIn.ts';
import { type UserActs, type UsersDeps, USERS_VIEW } from './userActs.ts';
import {
  assertGrantable,
  assertNotAbove,
  assertOwnerRemains,
  grantableRoles,
  type ManagedUser,
  type Manager,
  namesOf,
  roleIdsIn,
  userOf,
} from './userRules.ts';

/** Invites, edits, enables and disables users. */
export function createPeople(deps: UsersDeps, acts: UserActs) {
  const { clock } = deps;
  const { applied, manager, other, store, relate, signOut, linkFor, logEvent } = acts;

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

  return { invite, edit, disable, enable };
}
