import { webhookEventsOf } from '@merchant-console/declaration';
import { webhookEvents } from '#shared/contract/webhookEvents.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { readRecord, returningRecordFrom } from '#server/resources/plainRecord.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { resourcesIn } from '#server/resources/registry/createRegistry.ts';
import { resourcesToChoose } from './endpointValues.ts';
import { createWebhookEndpoints, ENDPOINTS_VIEW, forgetOldDeliveries } from './service.ts';

export const webhookEndpointsModule: Module = {
  routes(router, { registry }) {
    router.signedIn(webhookEvents, async ({ session, request }) =>
      resourcesToChoose(resourcesIn(registry.state), actorOf(session, request)).map((resource) => {
        const { name, label, actions } = resource;
        const events = webhookEventsOf(resource).map((event) => ({
          event,
          label: actions.find(({ key }) => event === `${name}.${key}`)?.label ?? null,
        }));
        return { name, label, events };
      }),
    );
  },

  resources: async ({ db, clock, cipher, notifyRules, registry }) => {
    const resources = () => resourcesIn(registry.state);
    const endpoints = createWebhookEndpoints({ clock, cipher, rules: notifyRules, resources });
    const onOne = returningRecordFrom(ENDPOINTS_VIEW);
    return {
      webhook_endpoints: {
        source: await viewSource(db, ENDPOINTS_VIEW),
        stepUp: ['update', 'add', 'enable', 'rotate'],
        writer: {
          update: (actor, target, values) =>
            db.transaction(async (tx) => {
              const { id } = await endpoints.update(tx, actor, target, values);
              return readRecord(tx, ENDPOINTS_VIEW, actor.merchantId, id);
            }),
          remove: (actor, target) => db.transaction((tx) => endpoints.remove(tx, actor, target)),
        },
        actions: {
          add: (tx, { actor, values }) => endpoints.add(tx, actor, values),
          rotate: (tx, { actor, id, values }) => endpoints.rotate(tx, actor, id, values),
          enable: onOne((tx, { actor, id }) => endpoints.enable(tx, actor, id)),
          disable: onOne((tx, { actor, id }) => endpoints.disable(tx, actor, id)),
        },
      },
    };
  },

  maintain: forgetOldDeliveries,
};
