import { z } from 'zod';
import type { EntitledTo } from '#server/access/entitlements.ts';
import {
  effectivePermissions,
  type Rights,
  rightsOf,
  permissionSummary,
  liveTenantType,
} from '#server/access/rightsOf.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { idOrNone, inTenant } from '#server/db/rows.ts';
import { ConflictError, ForbiddenError, type Message, ValidationError, orNotFound } from '#server/errors.ts';
import type { Actor, Values } from '#server/resources/RecordSource.ts';

/** A user of a tenant. */
export type Caller = Pick<Actor, 'merchantId' | 'userId'>;

/** A user who manages others. To change something they hold the tenant's lock on user management. */
export interface Manager<By extends Caller = Actor> {
  actor: By;
  rights: Rights;
  /** All permissions that users of the tenant can hold. */
  entitled: readonly string[];
}

/**
 * Locks the tenant and then checks the actor, who may have lost the permission or been disabled in the meantime.
 * @throws {ForbiddenError} if the actor lacks the permission
 */
export async function managerOf(tx: Tx, actor: Actor, permission: string, entitledTo: EntitledTo): Promise<Manager> {
  await lockTenant(tx, actor.merchantId);
  const manager = await actingUser(tx, actor, entitledTo);
  if (!manager?.rights.permissions.has(permission)) throw new ForbiddenError();
  return manager;
}

/** The actor's current permissions, or null if there are none any more. */
export async function actingUser<By extends Caller>(
  tx: Tx,
  actor: By,
  entitledTo: EntitledTo,
): Promise<Manager<By> | null> {
  const { merchantId, userId } = actor;
  const self = await tx
    .selectFrom('users as u')
    .innerJoin('merchants as m', 'm.merchant_id', 'u.merchant_id')
    .where('u.merchant_id', '=', merchantId)
    .where('u.id', '=', userId)
    .select(['u.status', 'm.type'])
    .executeTakeFirst();
  if (self?.status !== 'enabled') return null;
  const entitled = await entitledTo(tx, { merchantId, type: liveTenantType(self.type) });
  return { actor, rights: await rightsOf(tx, actor, entitled), entitled };
}

/** @throws {ForbiddenError} if the user holds a permission that the actor lacks */
export async function assertNotAbove(tx: Tx, { actor, rights, entitled }: Manager, userId: string): Promise<void> {
  const held = await rightsOf(tx, { merchantId: actor.merchantId, userId }, entitled);
  if (held.isOwner && !rights.isOwner) throw new ForbiddenError('user_is_owner');
  const above = [...held.permissions].filter((key) => !rights.permissions.has(key));
  if (above.length > 0) throw new ForbiddenError('user_exceeds', { permissions: permissionSummary(above) });
}

/** A role of the tenant with its current permissions. */
export interface GrantableRole {
  id: string;
  name: string;
  description: string | null;
  isOwner: boolean;
  /** Why the actor can't grant it, or null. */
  refusal: Message | null;
}

/** All roles of the tenant by name. */
export async function grantableRoles(tx: Tx, { actor, rights, entitled }: Manager<Caller>): Promise<GrantableRole[]> {
  const roles = await tx
    .selectFrom('roles as r')
    .where('r.merchant_id', '=', actor.merchantId)
    .select(['r.id', 'r.name', 'r.description', 'r.is_owner'])
    .orderBy('r.is_owner', 'desc')
    .orderBy('r.name')
    .execute();
  const grants = await tx
    .selectFrom('role_permissions')
    .where('merchant_id', '=', actor.merchantId)
    .select(['role_id', 'permission'])
    .execute();
  return roles.map(({ id, name, description, is_owner: isOwner }) => {
    const granted = grants.filter(({ role_id }) => role_id === id).map(({ permission }) => permission);
    const lacked = [...effectivePermissions(entitled, { isOwner, granted })].filter(
      (key) => !rights.permissions.has(key),
    );
    return { id, name, description, isOwner, refusal: refusalOf(isOwner && !rights.isOwner, lacked) };
  });
}

function refusalOf(needsOwner: boolean, lacked: readonly string[]): Message | null {
  if (needsOwner) return { key: 'grant_owner' };
  return lacked.length > 0 ? { key: 'grant_exceeds', args: { permissions: permissionSummary(lacked) } } : null;
}

/**
 * Checks that the actor may grant the roles.
 * @param kept roles that the user has already
 * @throws {ValidationError} on `role_ids` if not
 */
export function assertGrantable(
  roles: readonly GrantableRole[],
  wanted: readonly string[],
  kept: readonly string[],
): void {
  for (const id of wanted) {
    const role = roles.find((one) => one.id === id);
    if (!role) throw new ValidationError({ role_ids: { key: 'reference_not_found' } });
    if (role.refusal && !kept.includes(id)) throw new ValidationError({ role_ids: role.refusal });
  }
}

/** A user of the actor's tenant with their roles. @throws {NotFoundError} if there is no such user */
export async function userOf(tx: Tx, { actor: { merchantId } }: Manager, id: string) {
  const users = tx.selectFrom('users').where('merchant_id', '=', merchantId).where('id', '=', idOrNone(id));
  const user = orNotFound(await users.forUpdate().selectAll().executeTakeFirst());
  const held = await tx
    .selectFrom('user_roles')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', id)
    .select('role_id')
    .execute();
  return { ...user, roleIds: held.map(({ role_id }) => role_id) };
}

export type ManagedUser = Awaited<ReturnType<typeof userOf>>;

/**
 * Call it after changing users or their roles, in a transaction that has locked the tenant (`lockTenant`). Otherwise
 * two owners who remove each other could both succeed.
 *
 * @throws {ConflictError} `last_owner` if no user who can sign in would hold the owner role
 */
export async function assertOwnerRemains(tx: Tx, merchantId: string): Promise<void> {
  const owner = await tx
    .selectFrom('user_roles as held')
    .innerJoin('roles as r', inTenant('r.id', 'held.role_id'))
    .innerJoin('users as u', inTenant('u.id', 'held.user_id'))
    .where('held.merchant_id', '=', merchantId)
    .where('r.is_owner', '=', true)
    .where('u.status', '=', 'enabled')
    .select('u.id')
    .limit(1)
    .executeTakeFirst();
  if (!owner) throw new ConflictError({ id: 'last_owner' });
}

const roleIdsSchema = z.array(z.uuid()).min(1).max(100);

/** @throws {ValidationError} if the values have no roles */
export function roleIdsIn(values: Values): string[] {
  const read = roleIdsSchema.safeParse(values['role_ids']);
  if (!read.success) throw new ValidationError({ role_ids: { key: 'required' } });
  return [...new Set(read.data)];
}

/** Names of chosen roles, in order, for the audit log. */
export function namesOf(roles: readonly GrantableRole[], ids: readonly string[]): string {
  return roles
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .toSorted()
    .join(', ');
}
