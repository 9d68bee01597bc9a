import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { addMissingPages, type MenuOwner } from './addMissingPages.ts';

export const OWNER_ROLE = 'Owner';

/**
 * Creates the owner role and the menu of a tenant. No-op if the tenant has an owner role.
 * @returns the ID of the owner role
 */
export async function createTenantAccess(tx: Tx, tenant: MenuOwner): Promise<string> {
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

/** Creates the payment company's own tenant, which other rows refer to, at the first start. */
export async function ensurePlatform(db: Db, clock: Clock): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await tx
      .insertInto('merchants')
      .values({
        merchant_id: PLATFORM_ID,
        merchant_no: 'P000001',
        type: 'platform',
        parent_id: null,
        name: 'Platform',
        short_name: null,
        contact_name: null,
        phone: null,
        email: null,
        currency: 'CNY',
        is_divide_hundred: 1,
        time_zone: 'UTC',
        remark: null,
        last_login_at: null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('merchant_id').doNothing())
      .execute();
    await createTenantAccess(tx, {
      merchantId: PLATFORM_ID,
      type: 'platform',
      at: now,
      newId: (at) => uuidv7({ msecs: at.getTime() }),
    });
  });
}
