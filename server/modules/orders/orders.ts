import type { Selectable } from 'kysely';
import { orderSchema, type Order } from '#shared/contract/order.ts';
import type { Db } from '#server/db/connect.ts';
import type { OrdersTable } from '#server/db/schema.ts';
import { tableSource } from '#server/resources/tableSource.ts';

/** A row as callers see it: amounts as digits, times in ISO 8601 UTC, no tenant. */
function presentOrder({ merchant_id: _, ...row }: Selectable<OrdersTable>): Order {
  return {
    ...row,
    amount: row.amount.toString(),
    fee: row.fee.toString(),
    arrival_amount: row.arrival_amount.toString(),
    fixed_fee: row.fixed_fee.toString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const ordersSource = (db: Db) => tableSource(db, 'orders', presentOrder, orderSchema.keyof().options);
