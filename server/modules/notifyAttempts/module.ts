import { sql } from 'kysely';
import { seesAllRecords } from '@merchant-console/declaration';
import * as calls from '#shared/contract/notifyAttempts.ts';
import { notifying } from '#server/gateway/notifying/notifying.ts';
import { notifyJobs } from '#server/jobs/notifyJobs.ts';
import type { Condition } from '#server/resources/compileFilter.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { idempotencyKeyOf, onceForKey } from '#server/resources/idempotently.ts';
import { narrowedSource } from '#server/resources/narrowedSource.ts';
import { type Registry, resourcesIn } from '#server/resources/registry/createRegistry.ts';
import type { Viewer } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { sendAgain, sendAllAgain } from './sendAgain.ts';
import { createNotifyAttempts, forgetOldAttempts } from './service.ts';

/** Records without an address or without a result have no notification. */
const HAS_RESULT: Condition = { kind: 'among', source: 'status', values: ['pending', 'delivered', 'failed'] };

/** Notifications name the stored record that they are about, which the viewer may not see. */
function ofSeenResources({ state }: Registry, { permissions = new Set() }: Viewer): Condition {
  const names = resourcesIn(state)
    .filter((one) => seesAllRecords(one, permissions))
    .map(({ name }) => name);
  return { kind: 'sql', sql: sql`(order_type <> 'record' or resource = any(${names}::text[]))` };
}

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

  resources: async ({ db, clock, registry }) => {
    const all = await viewSource(db, 'v_webhook_notifications', SEARCH.webhook_notifications);
    const source = narrowedSource(all, [HAS_RESULT]);
    return {
      webhook_notifications: {
        source,
        seenBy: (viewer) => narrowedSource(source, [ofSeenResources(registry, viewer)]),
        actions: { resend: (tx, { actor, ids }) => sendAllAgain(tx, actor, ids, clock.now()) },
      },
    };
  },

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
