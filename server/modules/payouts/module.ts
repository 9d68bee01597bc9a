import { payoutAdapterOf } from '#server/gateway/channels/ChannelConnections.ts';
import { createPayoutProcessor } from '#server/gateway/createPayoutProcessor.ts';
import { payoutJobs } from '#server/jobs/jobQueue.ts';
import { agreedChargeIn } from '#server/money/readForm.ts';
import { repetitionOf } from '#server/money/repetition.ts';
import { revealAccount } from '#server/money/revealAccount.ts';
import { returningRecordFrom } from '#server/resources/plainRecord.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { notifyActions } from '../notifyAttempts/service.ts';

export const payoutsModule: Module = {
  resources: async (services) => ({
    payouts: {
      source: await viewSource(services.db, 'v_payouts', SEARCH.payouts),
      writer: { reveal: revealAccount(services, 'payouts') },
      actions: {
        ...notifyActions(services.clock, 'payouts', 'v_payouts'),
        pay_again: returningRecordFrom('v_payment_requests')((tx, { actor, id, values }) =>
          services.paymentRequests.payAgain(tx, actor, id, agreedChargeIn(values)),
        ),
      },
      async details(merchantId, { id, status }) {
        if (status === 'processing')
          return { channel_checks: await payoutJobs.polls(services.db.kysely, merchantId, id) };
        if (status !== 'failed') return {};
        const { request, batch } = await repetitionOf(services.db.kysely, merchantId, id);
        return { repeated_by_id: request?.id ?? null, repeated_by_batch_id: batch?.id ?? null };
      },
    },
  }),

  workers: (services) => [
    createPayoutProcessor({
      ...services,
      adapterOf: payoutAdapterOf(services.connections),
      meter: services.metrics.worker('payouts', () => payoutJobs.depth(services.db.kysely, services.clock.now())),
      onEnded: (status) => services.metrics.orderEnded('payouts', status),
    }),
  ],
};
