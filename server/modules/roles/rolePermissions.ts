import { type PermissionRules, withRequired } from '#shared/permissions/permissionRules.ts';
import { changeGrants } from '#server/access/changeGrants.ts';
import { permissionSummary } from '#server/access/rightsOf.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { UserKey } from '#server/db/tenants.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ForbiddenError, ValidationError } from '#server/errors.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, Target } from '#server/resources/RecordSource.ts';
import { applyRights } from '../powers/service.ts';
import {
  actorRights,
  type ActorRights,
  assertHoldsPermissions,
  permissionsOfRole,
  type RolesDeps,
} from './actorRights.ts';
import { findRole, grantedTo, lockRoles, type Role, ROLES_VIEW, roleToChange } from './roleTable.ts';

/** The permissions of a role as seen by a user of its tenant. */
interface Grants {
  role: Role;
  userCount: number;
  granted: string[];
  isOwn: boolean;
}

/**
 * @param entitled all permissions that users of the tenant can hold
 * @throws {NotFoundError} if there is no such role
 */
export async function readGrants(
  db: DbOrTx,
  asker: UserKey,
  roleId: string,
  entitled: readonly string[],
): Promise<Grants> {
  const role = await findRole(db, asker.merchantId, roleId);
  const granted = role.is_owner ? [...(await permissionsOfRole(db, role, entitled))] : await grantedTo(db, role);
  const holders = await holdersOf(db, role);
  return { role, userCount: holders.length, granted, isOwn: holders.includes(asker.userId) };
}

/**
 * Replaces the permissions of a role, adding those that they need. Users can't grant or revoke what they lack, nor
 * extend a role of their own.
 *
 * @param rules dependencies between permissions, for the tenant's type
 * @throws {NotFoundError} if there is no such role
 * @throws {ConflictError} if the revision is outdated
 * @throws {ForbiddenError} if the actor lacks a permission
 * @throws {ValidationError} if a permission doesn't exist for the tenant
 */
export async function saveGrants(
  tx: Tx,
  actor: Actor,
  { target, wanted, rules }: { target: Target; wanted: readonly string[]; rules: PermissionRules },
  { clock, entitledTo, sendsMail }: Pick<RolesDeps, 'clock' | 'entitledTo'> & { sendsMail: boolean },
): Promise<void> {
  const roles = await lockRoles(tx, actor.merchantId);
  const role = await roleToChange(tx, roles, target, currentGrants);
  const rights = await actorRights(tx, actor, { entitledTo });
  const before = new Set(await grantedTo(tx, role));
  assertKnown(wanted, before, rights);
  const after = withRequired(wanted, rules);
  const added = [...after].filter((key) => !before.has(key));
  const removed = [...before].filter((key) => !after.has(key));
  if (added.length + removed.length === 0) return;
  assertHoldsPermissions(rights, added);
  assertHoldsPermissions(rights, removed.filter((key) => rights.entitled.includes(key)), 'revoke_exceeds'); // prettier-ignore
  if (added.length > 0 && (await holdersOf(tx, role)).includes(actor.userId)) throw new ForbiddenError('own_rights');
  await changeGrants(tx, role, { added, removed, at: clock.now() });
  await applyRights(tx, { merchantId: actor.merchantId, at: clock.now(), sendsMail });
  await recordAudit(tx, {
    actor,
    action: 'roles.permissions',
    recordId: role.id,
    at: clock.now(),
    before: { permissions: [...before].toSorted() },
    after: { permissions: [...after].toSorted() },
  });
}

/** Keys of former permissions may stay, but can't be granted again. */
function assertKnown(wanted: readonly string[], before: ReadonlySet<string>, { entitled }: ActorRights): void {
  const unknown = wanted.filter((key) => !entitled.includes(key) && !before.has(key));
  if (unknown.length === 0) return;
  throw new ValidationError({ permissions: { key: 'permission_unknown', args: { keys: permissionSummary(unknown) } } });
}

async function holdersOf(db: DbOrTx, { merchant_id, id }: Role): Promise<string[]> {
  const rows = await db
    .selectFrom('user_roles')
    .where('merchant_id', '=', merchant_id)
    .where('role_id', '=', id)
    .select('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The current state, for the error of an outdated save. */
async function currentGrants(tx: Tx, role: Role) {
  return { ...(await readRecord(tx, ROLES_VIEW, role.merchant_id, role.id)), permissions: await grantedTo(tx, role) };
}
