import type { Selectable } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { SandboxCollectionsTable } from '#server/db/schema.ts';
import type { ChannelCollection, CollectionAdapter, CollectionResult } from '../CollectionAdapter.ts';

type Status = SandboxCollectionsTable['status'];

/**
 * Stands in for a bank that collects, by the last two digits of the order's amount: 13 fails, 77 is paid only
 * after the merchant has asked for it, anything else a moment later. What it was told it keeps in a table of its own,
 * in transactions of its own, so that it knows after a crash what a bank would know.
 */
export function createCollectionSandbox({ db: { kysely }, clock }: { db: Db; clock: Clock }): CollectionAdapter {
  async function enter(order: ChannelCollection, status: Status): Promise<void> {
    const at = clock.now();
    await kysely
      .insertInto('sandbox_collections')
      .values({
        ...{ merchant_id: order.merchantId, order_no: order.orderNo, status },
        ...{ amount: order.payerAmount, currency: order.currency, created_at: at, updated_at: at },
      })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'order_no']).doNothing())
      .execute();
  }

  async function end({ merchantId, orderNo }: ChannelCollection, status: Status): Promise<void> {
    await kysely
      .updateTable('sandbox_collections')
      .set({ status, updated_at: clock.now() })
      .where('merchant_id', '=', merchantId)
      .where('order_no', '=', orderNo)
      .where('status', '=', 'waiting')
      .execute();
  }

  function find({ merchantId, orderNo }: ChannelCollection): Promise<Selectable<SandboxCollectionsTable> | undefined> {
    return kysely
      .selectFrom('sandbox_collections')
      .where('merchant_id', '=', merchantId)
      .where('order_no', '=', orderNo)
      .selectAll()
      .executeTakeFirst();
  }

  return {
    async open(order) {
      await enter(order, order.amount % 100n === 13n ? 'failed' : 'waiting');
      const found = await find(order);
      return (found && resultOf(found)) ?? { status: 'waiting' };
    },
    async ask(order) {
      if (order.amount % 100n !== 77n || order.asked) await end(order, 'paid');
      const found = await find(order);
      return found ? (resultOf(found) ?? { status: 'waiting' }) : { status: 'not_found' };
    },
    async close(order) {
      await enter(order, 'closed');
      await end(order, 'closed');
      const found = await find(order);
      const result = found && found.status !== 'closed' ? resultOf(found) : null;
      return result ?? { status: 'closed' };
    },
  };
}

/** How it ended; null while it has not. */
function resultOf({ status, order_no }: Pick<SandboxCollectionsTable, 'status' | 'order_no'>): CollectionResult | null {
  switch (status) {
    case 'paid':
      return { status: 'success', channelOrderNo: `S${order_no}` };
    case 'failed':
      return {
        ...{ status: 'failed', errorCode: 'SANDBOX_DECLINED' },
        errorMessage: 'The sandbox declines amounts that end in 13',
      };
    case 'closed':
      return { status: 'failed', errorCode: 'SANDBOX_CLOSED', errorMessage: 'The sandbox has closed this order' };
    case 'waiting':
      return null;
  }
}
