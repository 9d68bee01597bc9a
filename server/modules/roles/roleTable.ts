import type { Kysely, Selectable, Transaction } from 'kysely';
import { validate as isUuid } from 'uuid';
import { lockTenant } from '#server/db/lockTenant.ts';
import type { Database, RolesTable } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Target, WireRecord } from '#server/resources/RecordSource.ts';

type Tx = Transaction<Database>;
export type Role = Selectable<RolesTable>;

/** What the list reads. */
export const ROLES_VIEW = 'v_roles';

/** All roles of a tenant, while nobody else changes any of them, or who has them. */
export async function lockRoles(tx: Tx, merchantId: string): Promise<Role[]> {
  await lockTenant(tx, merchantId);
  return tx.selectFrom('roles').where('merchant_id', '=', merchantId).orderBy('id').selectAll().execute();
}

/** @throws NotFoundError for a role that is not the tenant's */
export async function findRole(db: Kysely<Database> | Tx, merchantId: string, id: string): Promise<Role> {
  if (!isUuid(id)) throw new NotFoundError();
  const role = await db
    .selectFrom('roles')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
  if (!role) throw new NotFoundError();
  return role;
}

/**
 * The one of them that is to be changed, when it is as the caller has seen it.
 * @param current what a conflict tells of the role as it is now
 * @throws NotFoundError, ConflictError also for the owner role, which nobody changes
 */
export async function roleToChange(
  tx: Tx,
  roles: readonly Role[],
  { id, revision }: Target,
  current: (tx: Tx, role: Role) => Promise<WireRecord> = asListed,
): Promise<Role> {
  const role = roles.find((one) => one.id === id);
  if (!role) throw new NotFoundError();
  if (revision !== null && role.revision !== revision) throw new ConflictError({ current: await current(tx, role) });
  if (role.is_owner) throw new ConflictError({ id: 'owner_role', current: await current(tx, role) });
  return role;
}

const asListed = (tx: Tx, { merchant_id, id }: Role) => readRecord(tx, ROLES_VIEW, merchant_id, id);

/** What has been granted to a role, sorted; keys that nobody can be allowed any more are still among them. */
export async function grantedTo(
  db: Kysely<Database> | Tx,
  { merchant_id, id }: Pick<Role, 'merchant_id' | 'id'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('role_permissions')
    .where('merchant_id', '=', merchant_id)
    .where('role_id', '=', id)
    .select('permission')
    .execute();
  return rows.map(({ permission }) => permission).toSorted();
}
