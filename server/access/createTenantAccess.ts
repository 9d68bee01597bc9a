import type { Transaction } from 'kysely';
import { insertRows } from '#server/db/insertRows.ts';
import type { Database } from '#server/db/schema.ts';
import { addMissingPages, type MenuOwner } from './addMissingPages.ts';

export const OWNER_ROLE = 'Owner';

/**
 * Gives a tenant its owner role and its menu; a tenant that has an owner role is left as it is.
 *
 * @returns id of the owner role
 */
export async function createTenantAccess(tx: Transaction<Database>, tenant: MenuOwner): Promise<string> {
  const { merchantId, at, newId } = tenant;
  const existing = await tx
    .selectFrom('roles')
    .where('merchant_id', '=', merchantId)
    .where('is_owner', '=', true)
    .select('id')
    .executeTakeFirst();
  if (existing) return existing.id;
  const role = { merchant_id: merchantId, id: newId(at), name: OWNER_ROLE, description: null, is_owner: true };
  await insertRows(tx, 'roles', [{ ...role, revision: 1, created_at: at, updated_at: at }]);
  await addMissingPages(tx, tenant);
  return role.id;
}
