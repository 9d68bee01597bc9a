import type { KyselyPlugin } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { WebhookEvent } from '#shared/contract/webhooks.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { createOrders, type OrderOutcome } from '#server/modules/orders/service.ts';
import { createWebhookEndpoints } from '#server/modules/webhookEndpoints/service.ts';
import { startMerchantServer, type MerchantServer } from '#tests/support/merchantServer.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld } from '../../modules/gateway/gatewayWorld.ts';

const RULES = { privateNotifyUrls: true, notifyUrlPorts: [80, 443] };

const PRIVATE = { gateway: { orderMinutes: 30, callsPerMinute: 100_000, ...RULES } };

export const OUTCOMES = {
  success: { status: 'success', channelOrderNo: 'C-1' },
  failed: { status: 'failed', errorCode: 'x', errorMessage: 'x' },
  closed: { status: 'closed' },
} as const satisfies Record<OrderOutcome['status'], OrderOutcome>;

/**
 * A gateway and a shop that receives webhooks, for all tests of the `describe` around. Use what it returns in tests
 * only.
 */
export function webhookWorld() {
  let world: GatewayWorld;
  let shop: MerchantServer;
  let numbers = 0;
  beforeAll(async () => {
    // Several servers send at once.
    world = await gatewayWorld('postgres', PRIVATE);
    shop = await startMerchantServer();
    await world.db.kysely.deleteFrom('order_jobs').execute();
  });
  afterAll(async () => {
    await shop.close();
    await world.close();
  });
  beforeEach(async () => {
    for (const table of ['notify_jobs', 'webhook_deliveries', 'webhook_endpoints'] as const) {
      await world.db.kysely.deleteFrom(table).execute();
    }
    shop.answer((response) => response.writeHead(204).end());
    shop.received.length = 0;
  });
  const notifier = () =>
    notifying({ ...world, log: silentLog, privateNotifyUrls: true, chance: () => 0 }, NOTIFIER_TIMES);
  const actor = async (merchantNo: string) => ({
    merchantId: await world.merchantId(merchantNo),
    userId: uuidv7(),
    ip: '192.0.2.1',
    userAgent: null,
  });
  const service = () => createWebhookEndpoints({ ...world, rules: RULES });
  async function endpoint(path: string, events: readonly WebhookEvent[] = [], merchantNo = MERCHANT) {
    const by = await actor(merchantNo);
    return world.db.transaction((tx) => service().add(tx, by, { url: `${shop.url}${path}`, events }));
  }
  async function waiting(notify_url = '', merchantNo = MERCHANT): Promise<string> {
    const merchant_order_no = `WH-${(numbers += 1)}`;
    const channel = merchantNo === MERCHANT ? 'cn_qr_yun' : 'jp_qr';
    const asked = { channel, amount: '12300', merchant_order_no, notify_url };
    expect(await world.ask('collect', asked, merchantNo)).toMatchObject({ status: 201 });
    return merchant_order_no;
  }
  async function settle(no: string, status: keyof typeof OUTCOMES, merchantNo = MERCHANT, ...plugins: KyselyPlugin[]) {
    const merchantId = await world.merchantId(merchantNo);
    const { id } = await row(no);
    const watched = (tx: Parameters<Parameters<typeof world.db.transaction>[0]>[0]) =>
      plugins.reduce((watching, plugin) => watching.withPlugin(plugin), tx);
    await world.db.transaction((tx) => createOrders(world).settle(watched(tx), merchantId, id, OUTCOMES[status]));
  }
  const row = (no: string) =>
    world.db.kysely.selectFrom('orders').where('merchant_order_no', '=', no).selectAll().executeTakeFirstOrThrow();
  async function sendAll(servers = 1): Promise<void> {
    await Promise.all(
      Array.from({ length: servers }, async () => {
        const server = notifier();
        for (let idle = 0; idle < 2; idle += 1) if ((await server.step()) > 0) idle = 0;
      }),
    );
  }
  return {
    get world() {
      return world;
    },
    get shop() {
      return shop;
    },
    waiting,
    settle,
    endpoint,
    sendAll,
    actor,
    service,
  };
}
