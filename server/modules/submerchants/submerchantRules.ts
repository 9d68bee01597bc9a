import { validate as isUuid } from 'uuid';
import type { EntitledTo } from '#server/access/entitlements.ts';
import { isOpen } from '#server/access/rightsOf.ts';
import { lockTenant, merchantOf } from '#server/db/tenants.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ForbiddenError, NotFoundError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { managerOf } from '../users/service.ts';

/**
 * Locks the actor's tenant and checks again that the actor is enabled, has the permission, and belongs to an open
 * merchant.
 * @throws {ForbiddenError} if not
 */
export async function assertMayManage(tx: Tx, actor: Actor, permission: string, entitledTo: EntitledTo): Promise<void> {
  await managerOf(tx, actor, permission, entitledTo);
  if (await isShutOut(tx, actor.merchantId)) throw new ForbiddenError();
}

/** True if the merchant or one above it is disabled. */
export async function isShutOut(tx: Tx, merchantId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .where(isOpen('merchants'))
    .select('merchant_id')
    .executeTakeFirst();
  return found === undefined;
}

/**
 * Locks and returns a merchant below the actor's own. Tenants are always locked from the top down.
 * @throws {NotFoundError} if it is the actor's own, above or beside it, or doesn't exist
 */
export async function submerchantOf(tx: Tx, { merchantId }: Actor, id: string) {
  if (!(await isBelow(tx, merchantId, id))) throw new NotFoundError();
  await lockTenant(tx, id);
  return merchantOf(tx, id);
}

export type Submerchant = Awaited<ReturnType<typeof submerchantOf>>;

/** True if merchant `id` is below `merchantId`. */
export async function isBelow(db: DbOrTx, merchantId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const found = await db
    .selectFrom('merchant_descendants')
    .where('merchant_id', '=', merchantId)
    .where('descendant_id', '=', id)
    .where('depth', '>', 0)
    .select('depth')
    .executeTakeFirst();
  return found !== undefined;
}
