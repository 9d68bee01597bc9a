import { collectionAdapterOf } from '#server/gateway/channels/ChannelConnections.ts';
import { createOrderProcessor } from '#server/gateway/createOrderProcessor.ts';
import { orderJobs } from '#server/jobs/jobQueue.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { notifyActions } from '../notifyAttempts/service.ts';
import { amountIn, agreedChargeIn, textIn } from '#server/money/readForm.ts';
import { returningRecordFrom } from '#server/resources/plainRecord.ts';
import { ordersSource } from './service.ts';

export const ordersModule: Module = {
  resources: ({ db, clock, refunds }) => ({
    orders: {
      source: ordersSource(db, SEARCH.orders),
      actions: {
        refund: returningRecordFrom('orders')(async (tx, { actor, id: orderId, values }) => {
          const wish = { orderId, amount: amountIn(values), reason: textIn(values, 'reason') };
          const { order_id } = await refunds.request(tx, actor, { ...wish, agreed: agreedChargeIn(values) });
          return { id: order_id };
        }),
        ...notifyActions(clock, 'orders', 'orders'),
      },
    },
  }),

  workers: (services) => [
    createOrderProcessor({
      ...services,
      adapterOf: collectionAdapterOf(services.connections),
      meter: services.metrics.worker('orders', () => orderJobs.depth(services.db.kysely, services.clock.now())),
      onEnded: (status) => services.metrics.orderEnded('orders', status),
    }),
  ],
};
