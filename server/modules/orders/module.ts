import { collectionAdapterOf } from '#server/gateway/channels/ChannelConnections.ts';
import { createOrderProcessor } from '#server/gateway/createOrderProcessor.ts';
import { orderJobs } from '#server/jobs/jobQueue.ts';
import type { Module } from '../Module.ts';
import { notifyActions } from '../notifyAttempts/service.ts';
import { ordersSource } from './service.ts';

export const ordersModule: Module = {
  resources: ({ db, clock }) => ({
    orders: { source: ordersSource(db), actions: notifyActions(clock, 'orders', 'orders') },
  }),

  workers: ({ db, clock, log, orders, connections, metrics }) => [
    createOrderProcessor({
      db,
      clock,
      log,
      orders,
      adapterOf: collectionAdapterOf(connections),
      meter: metrics.worker('orders', () => orderJobs.depth(db.kysely, clock.now())),
      onEnded: (status) => metrics.orderEnded('orders', status),
    }),
  ],
};
