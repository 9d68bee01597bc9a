import * as calls from '#shared/contract/notifyAttempts.ts';
import { notifying } from '#server/gateway/notifying/notifying.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import type { Condition } from '#server/resources/compileFilter.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { idempotencyKeyOf, onceForKey } from '#server/resources/idempotently.ts';
import { narrowedSource } from '#server/resources/narrowedSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { sendAgain, sendAllAgain } from './sendAgain.ts';
import { createNotifyAttempts, forgetOldAttempts } from './service.ts';

/** Records without an address or without a result have no notification. */
const HAS_RESULT: Condition = { kind: 'among', source: 'status', values: ['pending', 'delivered', 'failed'] };

const CALLS = [
  { resource: 'orders', list: calls.orderNotifyAttempts, resend: calls.resendOrderNotification },
  { resource: 'payouts', list: calls.payoutNotifyAttempts, resend: calls.resendPayoutNotification },
  { resource: 'refunds', list: calls.refundNotifyAttempts, resend: calls.resendRefundNotification },
] as const;

export const notifyAttemptsModule: Module = {
  routes(router, services) {
    const attempts = createNotifyAttempts(services);
    for (const { resource, list, resend } of CALLS) {
      router.signedIn(list, ({ session, params }) => attempts.list(session.merchantId, resource, params.id));
      router.signedIn(resend, ({ session, params: { id, delivery }, request }) => {
        const key = idempotencyKeyOf(request.headers);
        const call = { session, key, route: `${resend.method} ${resend.path} ${id} ${delivery}`, body: {} };
        return onceForKey(services, call, resend.data, async (tx) => {
          const at = services.clock.now();
          await sendAgain(tx, actorOf(session, request), { resource, id, delivery, at });
          return { id: delivery };
        });
      });
    }
  },

  resources: async ({ db, clock }) => ({
    webhook_notifications: {
      source: narrowedSource(await viewSource(db, 'v_webhook_notifications', SEARCH.webhook_notifications), [
        HAS_RESULT,
      ]),
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
