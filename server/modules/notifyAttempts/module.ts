import * as calls from '#shared/contract/notifyAttempts.ts';
import { notifying } from '#server/gateway/notifying/notifying.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import type { Condition } from '#server/resources/compileFilter.ts';
import { narrowedSource } from '#server/resources/narrowedSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { sendAllAgain } from './sendAgain.ts';
import { createNotifyAttempts, forgetOldAttempts } from './service.ts';

/** Records without an address or without a result have no notification. */
const HAS_RESULT: Condition = { kind: 'among', source: 'status', values: ['pending', 'delivered', 'failed'] };

export const notifyAttemptsModule: Module = {
  routes(router, services) {
    const attempts = createNotifyAttempts(services);
    router.signedIn(calls.orderNotifyAttempts, ({ session, params }) =>
      attempts.list(session.merchantId, 'orders', params.id),
    );
    router.signedIn(calls.payoutNotifyAttempts, ({ session, params }) =>
      attempts.list(session.merchantId, 'payouts', params.id),
    );
    router.signedIn(calls.refundNotifyAttempts, ({ session, params }) =>
      attempts.list(session.merchantId, 'refunds', params.id),
    );
  },

  resources: async ({ db, clock }) => ({
    webhook_notifications: {
      source: narrowedSource(await viewSource(db, 'v_webhook_notifications'), [HAS_RESULT]),
      actions: { resend: (tx, { actor, ids }) => sendAllAgain(tx, actor, ids, clock.now()) },
    },
  }),

  workers: (services) => [
    notifying({
      ...services,
      ...services.notifyRules,
      meter: services.metrics.worker('notifications', () => notifyJobs.depth(services.db.kysely, services.clock.now())),
      onPosted: services.metrics.notificationPosted,
    }),
  ],

  maintain: forgetOldAttempts,
};
