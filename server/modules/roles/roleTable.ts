import type { Selectable } from 'kysely';
import { lockTenant } from '#server/db/tenants.ts';
import type { DbOrTx, RolesTable, Tx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { ConflictError, orNotFound } from '#server/errors.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Target, WireRecord } from '#server/resources/RecordSource.ts';

export type Role = Selectable<RolesTable>;

/** The list's view. */
export const ROLES_VIEW = 'v_roles';

/** Locks the tenant and returns its roles, so that neither they nor their holders can change. */
export async function lockRoles(tx: Tx, merchantId: string): Promise<Role[]> {
  await lockTenant(tx, merchantId);
  return tx.selectFrom('roles').where('merchant_id', '=', merchantId).orderBy('id').selectAll().execute();
}

/** @throws {NotFoundError} if the tenant has no such role */
export async function findRole(db: DbOrTx, merchantId: string, id: string): Promise<Role> {
  const roles = db.selectFrom('roles').where('merchant_id', '=', merchantId).where('id', '=', idOrNone(id));
  return orNotFound(await roles.selectAll().executeTakeFirst());
}

/**
 * The role to change, after checking its revision.
 * @param current reads the role for a ConflictError
 * @throws {NotFoundError} if there is no such role
 * @throws {ConflictError} if the revision is outdated, or for the owner role, which can't be changed
 */
export async function roleToChange(
  tx: Tx,
  roles: readonly Role[],
  { id, revision }: Target,
  current: (tx: Tx, role: Role) => Promise<WireRecord> = asListed,
): Promise<Role> {
  const role = orNotFound(roles.find((one) => one.id === id));
  if (revision !== null && role.revision !== revision) throw new ConflictError({ current: await current(tx, role) });
  if (role.is_owner) throw new ConflictError({ id: 'owner_role', current: await current(tx, role) });
  return role;
}

const asListed = (tx: Tx, { merchant_id, id }: Role) => readRecord(tx, ROLES_VIEW, merchant_id, id);

/** Sorted permissions of a role, including keys that no longer exist. */
export async function grantedTo(db: DbOrTx, { merchant_id, id }: Pick<Role, 'merchant_id' | 'id'>): Promise<string[]> {
  const rows = await db
    .selectFrom('role_permissions')
    .where('merchant_id', '=', merchant_id)
    .where('role_id', '=', id)
    .select('permission')
    .execute();
  return rows.map(({ permission }) => permission).toSorted();
}
