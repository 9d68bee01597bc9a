import * as calls from '#shared/contract/channels.ts';
import type { Router } from '#server/http/router.ts';
import type { Channels } from './service.ts';

export function channelRoutes(router: Router, channels: Channels): void {
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
}
