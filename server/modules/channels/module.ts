import * as calls from '#shared/contract/channels.ts';
import { callbackRoutes } from '#server/gateway/channels/callbackRoutes.ts';
import { createPayments } from '#server/gateway/channels/sandbox/page/createPayments.ts';
import { payPageRoutes } from '#server/gateway/channels/sandbox/page/payPageRoutes.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';

export const channelsModule: Module = {
  async routes(router, { db, clock, channels, connections, translators }, app) {
    router.signedIn(calls.channelList, ({ session, query }) => channels.list(session.merchantId, query));

    router.signedIn(calls.channelNameList, async ({ session, query }) => {
      const found = await channels.list(session.merchantId, query);
      return found.map(({ id, name, code, type }) => ({ id, name, code, type }));
    });

    router.signedIn(calls.merchantRates, async ({ session, query }) => {
      const found = await channels.list(session.merchantId, { status: 'enabled', ...query });
      return found.map(({ id, status: _, min_amount: _least, max_amount: _most, ...rate }) => ({
        channel_id: id,
        ...rate,
      }));
    });

    await callbackRoutes(app, { db, clock, channels: connections.live });
    await payPageRoutes(app, { payments: createPayments({ db, clock }), clock, translators });
  },

  resources: async ({ db }) => ({ channels: { source: await viewSource(db, 'v_channels') } }),
};
