import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { orderNotifyAttempts } from '#shared/contract/notifyAttempts.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { acknowledge, type MerchantServer, startMerchantServer } from '#tests/support/merchantServer.ts';
import { readPdfRows } from '#tests/support/readPdfRows.ts';
import { rowsOf, testModeWorld, type TestModeWorld } from './testModeWorld.ts';

const BANNER = 'Test mode: no real money moves.';

describe('test mode shows the name of the live merchant’s user', () => {
  let world: TestModeWorld;
  let shop: MerchantServer;
  let user: string;
  beforeAll(async () => {
    world = await testModeWorld({
      app: { gateway: { orderMinutes: 30, callsPerMinute: 1_000, privateNotifyUrls: true } },
    });
    shop = await startMerchantServer();
    const info = await world.get('test', '/vue-element-admin/user/info');
    user = z.looseObject({ name: z.string() }).parse(info.data).name;
  });
  afterAll(async () => {
    await shop.close();
    await world.close();
  });

  it.each(['live', 'test'] as const)(
    'on a %s statement, which has a test mark on each page if its data are test data',
    async (side) => {
      const day = world.clock.now().toISOString().slice(0, 10);
      const { statusCode, headers, rawPayload } = await world.call({
        url: `/prod-api/statements/export?format=pdf&from=${day}&to=${day}`,
        token: world.tokens[side],
        headers: { 'accept-language': 'en' },
      });
      expect(statusCode).toBe(200);
      expect(String(headers['content-disposition']).includes('filename="TEST-statement-')).toBe(side === 'test');
      const pages = readPdfRows(rawPayload).map((rows) => rows.flat().join(''));
      expect(pages.length).toBeGreaterThan(0);
      expect(pages.map((page) => page.includes(BANNER))).toEqual(pages.map(() => side === 'test'));
      expect(pages.map((page) => page.includes(user))).toEqual(pages.map(() => true));
    },
  );

  it.each(['csv', 'xlsx'])('and the file names of test accounting files begin with TEST: %s', async (format) => {
    const day = world.clock.now().toISOString().slice(0, 10);
    for (const path of ['export', 'entries']) {
      const url = `/prod-api/statements/${path}?format=${format}&from=${day}&to=${day}`;
      const { statusCode, headers } = await world.call({ url, token: world.tokens.test });
      expect(statusCode).toBe(200);
      expect(headers['content-disposition']).toMatch(/filename="TEST-.*filename\*=UTF-8''TEST-/);
    }
  });

  it('as the sender of a repeated notification', async () => {
    shop.answer(acknowledge);
    const notifier = notifying({ ...world, log: silentLog, privateNotifyUrls: true, chance: () => 0 }, NOTIFIER_TIMES);
    const channel = (await rowsOf(world, 'test', 'channels')).find(({ type }) => type === 'collection');
    const order = { merchant_order_no: 'AGAIN', amount: '10000', notify_url: shop.url };
    await world.gateway('test', 'collect', { ...order, channel: String(channel?.['code']) });
    await world.work();
    await notifier.step();
    const { id = '' } =
      (await rowsOf(world, 'test', 'orders')).find((row) => row['merchant_order_no'] === 'AGAIN') ?? {};
    expect(await world.post('test', `/orders/${id}/notify`, {})).toMatchObject({ status: 200 });
    await notifier.step();
    const { attempts } = orderNotifyAttempts.data.parse((await world.get('test', `/orders/${id}/notifications`)).data);
    expect(attempts.map(({ result, sent_by }) => [result, sent_by])).toEqual([
      ['delivered', user],
      ['delivered', null],
    ]);
  });
});
