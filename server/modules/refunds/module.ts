import { refundQuote } from '#shared/contract/refunds.ts';
import { refundAdapterOf } from '#server/gateway/channels/ChannelConnections.ts';
import { createRefundProcessor } from '#server/gateway/createRefundProcessor.ts';
import { refundJobs } from '#server/jobs/jobQueue.ts';
import { markingOwn, returningRequestFrom } from '#server/resources/ownRequests.ts';
import { amountIn, textIn } from '#server/money/readForm.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { notifyActions } from '../notifyAttempts/service.ts';
import { quoteRefund, refundFacts } from './quoteRefund.ts';

const onOne = returningRequestFrom('v_refunds');

export const refundsModule: Module = {
  routes(router, { db }) {
    router.signedIn(refundQuote, ({ session: { merchantId }, params, body }) =>
      quoteRefund(db.kysely, merchantId, params.id, amountIn(body)),
    );
  },

  resources: async ({ db, clock, refunds }) => ({
    refunds: {
      ...markingOwn(await viewSource(db, 'v_refunds')),
      actions: {
        approve: onOne((tx, { actor, id }) => refunds.approve(tx, actor, id)),
        reject: onOne((tx, { actor, id, values }) => refunds.reject(tx, actor, id, textIn(values, 'reject_reason'))),
        cancel: onOne((tx, { actor, id }) => refunds.cancel(tx, actor, id)),
        ...notifyActions(clock, 'refunds', 'v_refunds'),
      },
      details: (merchantId, record) => refundFacts(db.kysely, merchantId, record),
    },
  }),

  workers: (services) => [
    createRefundProcessor({
      ...services,
      adapterOf: refundAdapterOf(services.connections),
      meter: services.metrics.worker('refunds', () => refundJobs.depth(services.db.kysely, services.clock.now())),
      onEnded: (status) => services.metrics.orderEnded('refunds', status),
    }),
  ],
};
