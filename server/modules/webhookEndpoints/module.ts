import { readRecord, returningRecordFrom } from '#server/resources/plainRecord.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { createWebhookEndpoints, ENDPOINTS_VIEW, forgetOldDeliveries } from './service.ts';

export const webhookEndpointsModule: Module = {
  resources: async ({ db, clock, cipher, notifyRules }) => {
    const endpoints = createWebhookEndpoints({ clock, cipher, rules: notifyRules });
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
