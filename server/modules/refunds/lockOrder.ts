import { idOrNone } from '#server/db/rows.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { orNotFound } from '#server/errors.ts';
import type { Order } from '#server/modules/orders/service.ts';

/**
 * Locks the tenant's order until the transaction ends and returns it.
 * @throws {NotFoundError} if there is no such order
 */
export async function lockOrder(tx: Tx, merchantId: string, id: string): Promise<Order> {
  return orNotFound(await orderOf(tx, merchantId, id).forUpdate().executeTakeFirst());
}

/** The tenant's order, unlocked. @throws {NotFoundError} if there is no such order */
export async function readOrder(db: DbOrTx, merchantId: string, id: string): Promise<Order> {
  return orNotFound(await orderOf(db, merchantId, id).executeTakeFirst());
}

function orderOf(db: DbOrTx, merchantId: string, id: string) {
  return db.selectFrom('orders').where('merchant_id', '=', merchantId).where('id', '=', idOrNone(id)).selectAll();
}
