import type { EntitledTo } from '#server/access/entitlements.ts';
import type { Tx } from '#server/db/schema.ts';
import { ForbiddenError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { actingUser, assertNotAbove, type Caller, type GrantableRole, grantableRoles, managerOf } from './userRules.ts';

/** Which roles and users a caller may manage: those with no permission that the caller lacks. */
export function createManaging(entitledTo: EntitledTo) {
  /** The roles of the caller's tenant, with the reason if the caller can't grant one. */
  async function roleChoices(tx: Tx, caller: Caller): Promise<GrantableRole[]> {
    const by = await actingUser(tx, caller, entitledTo);
    if (!by) throw new ForbiddenError();
    return grantableRoles(tx, by);
  }

  /**
   * Whom the caller may manage: users with no role that the caller couldn't grant.
   * @returns decides by the IDs of a user's roles
   */
  async function manageable(tx: Tx, caller: Caller): Promise<(roleIds: readonly string[]) => boolean> {
    const roles = await roleChoices(tx, caller);
    const given = new Set(roles.filter(({ refusal }) => refusal === null).map(({ id }) => id));
    return (roleIds) => roleIds.every((id) => given.has(id));
  }

  /** Like `manageable`, by the ID of a user of the caller's tenant. */
  async function manageableUsers(tx: Tx, caller: Caller): Promise<(userId: string) => boolean> {
    const mayManage = await manageable(tx, caller);
    const held = await tx
      .selectFrom('user_roles')
      .where('merchant_id', '=', caller.merchantId)
      .select(['user_id', 'role_id'])
      .execute();
    return (userId) => mayManage(held.filter((one) => one.user_id === userId).map((one) => one.role_id));
  }

  /** @throws {ForbiddenError} if the actor may not edit users, or the user has permissions that the actor lacks */
  async function assertMayManage(tx: Tx, actor: Actor, userId: string): Promise<void> {
    await assertNotAbove(tx, await managerOf(tx, actor, 'users.edit', entitledTo), userId);
  }

  return { roleChoices, manageable, manageableUsers, assertMayManage };
}
