import * as calls from '#shared/contract/notifyAttempts.ts';
import { notifying } from '#server/gateway/notifying/notifying.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import type { Module } from '../Module.ts';
import { createNotifyAttempts, forgetOldAttempts } from './service.ts';

export const notifyAttemptsModule: Module = {
  routes(router, { db, clock }) {
    const attempts = createNotifyAttempts({ db, clock });
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

  workers: ({ db, clock, cipher, log, metrics, notifyRules }) => [
    notifying({
      db,
      clock,
      cipher,
      log,
      ...notifyRules,
      meter: metrics.worker('notifications', () => notifyJobs.depth(db.kysely, clock.now())),
      onPosted: metrics.notificationPosted,
    }),
  ],

  maintain: forgetOldAttempts,
};
