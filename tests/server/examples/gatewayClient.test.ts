import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sign as serverSign, SIGN_TYPES } from '#shared/gateway/sign.ts';
import { signatureBase as serverBase } from '#shared/gateway/signatureBase.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { addressOf } from '#tests/support/merchantServer.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import {
  createGatewayClient,
  GatewayUnknown,
  isSignedWith,
  NotificationRefused,
  sign,
  signatureBase,
  type GatewayClient,
  type GatewayOptions,
  type Order,
} from '../../../examples/gateway/gatewayClient.ts';
import { notificationReceiver } from '../../../examples/gateway/notificationReceiver.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld } from '../modules/gateway/gatewayWorld.ts';

const vectorSchema = z.object({
  what: z.string(),
  parameters: z.record(z.string(), z.string()),
  key: z.string(),
  base: z.string(),
  sign: z.string(),
});

describe('the example client for merchants', () => {
  let world: GatewayWorld;
  let url: string;
  let client: GatewayClient;
  let make: (change?: Partial<GatewayOptions>) => GatewayClient;
  beforeAll(async () => {
    const gateway = { orderMinutes: 30, callsPerMinute: 100_000, privateNotifyUrls: true };
    world = await gatewayWorld(USUAL_DATABASE, { gateway });
    await world.db.kysely.deleteFrom('order_jobs').execute();
    url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    const key = await world.keyOf(MERCHANT);
    make = (change) =>
      createGatewayClient({ url, merchantNo: MERCHANT, key, now: () => world.clock.now(), pauseMs: 1, ...change });
    client = make();
  });
  afterAll(() => world.close());

  const wish = (merchantOrderNo: string) => ({ merchantOrderNo, channel: 'cn_qr_yun', amount: 12_300n });

  it('signs like the gateway', async () => {
    const file = new URL('../../../examples/gateway/signatures.json', import.meta.url);
    const vectors = z.array(vectorSchema).parse(JSON.parse(await readFile(file, 'utf8')));
    expect(vectors).toHaveLength(8);
    for (const { parameters, key, ...expected } of vectors) {
      const type = z.enum(SIGN_TYPES).parse(parameters['sign_type']);
      expect({ base: signatureBase(parameters), sign: sign(parameters, key, type) }).toMatchObject({
        base: expected.base,
        sign: expected.sign,
      });
      const base = serverBase(Object.entries(parameters));
      expect({ base, sign: serverSign(base, key, type) }).toEqual({ base: expected.base, sign: expected.sign });
    }
  });

  it.each(SIGN_TYPES)('places orders and payouts and queries them, with %s', async (signType) => {
    const one = make({ signType });
    const placed = await one.collect({ ...wish(`C-${signType}`), subject: '茶 & tea' });
    expect(placed).toMatchObject({ type: 'collect', status: 'pending', amount: 12_300n, currency: 'CNY' });
    expect(placed.payUrl).toMatch(/\/gateway\/pay\/[\w-]{64}$/);
    expect(await one.query('collect', `C-${signType}`)).toEqual(placed);
    const payee = { payeeName: '李雷', cardNumber: '6222020200112233445', bankName: '中国银行' };
    const paid = await one.payout({ ...wish(`P-${signType}`), channel: 'cn_payout_bank', amount: 20_000n, ...payee });
    // Only the response to the payout itself checks its card number.
    const { card_concern: concern, ...fields } = paid.fields;
    expect(concern).toBe('wrong_check_digit');
    expect(await one.query('payout', `P-${signType}`)).toEqual({ ...paid, fields });
  });

  it('reports rejections', async () => {
    await expect(client.collect({ ...wish('R-1'), amount: 1n })).rejects.toMatchObject({
      status: 422,
      error: 'validation',
      reasons: { amount: 'amount_out_of_range' },
    });
    await expect(make({ key: 'wrong' }).query('collect', 'R-1')).rejects.toMatchObject({ status: 401 });
  });

  it('repeats a call whose response was lost, which creates one order', async () => {
    const calls: string[] = [];
    const lossy = createServer((request, response) => {
      calls.push(request.url ?? '');
      passedOn(url, request).then(
        (answer) => (calls.length < 3 ? response.destroy() : response.writeHead(answer.status).end(answer.text)),
        () => response.destroy(),
      );
    });
    const at = await listening(lossy);
    const order = await make({ url: at }).collect(wish('L-1'));
    expect(calls).toHaveLength(3);
    const made = world.db.kysely.selectFrom('orders').where('merchant_order_no', '=', 'L-1').select('order_no');
    expect(await made.execute()).toEqual([{ order_no: order.orderNo }]);
    calls.length = 0;
    await expect(make({ url: at, tries: 2 }).collect(wish('L-2'))).rejects.toBeInstanceOf(GatewayUnknown);
    await new Promise((closed) => lossy.close(closed));
  });

  it('accepts notifications of its own orders only', async () => {
    const kept: Order[] = [];
    const receiver = notificationReceiver(client, async (order) => void kept.push(order));
    const notifyUrl = await listening(receiver);
    await client.collect({ ...wish('N-1'), amount: 10_013n, notifyUrl });
    while ((await world.collecting.step()) > 0);
    await notifying({ ...world, log: silentLog, privateNotifyUrls: true }, NOTIFIER_TIMES).step();
    expect(kept).toEqual([await client.query('collect', 'N-1')].map((order) => expect.objectContaining({ orderNo: order.orderNo, status: 'failed', amount: 10_013n }))); // prettier-ignore
    const { request_body: body } = await world.db.kysely
      .selectFrom('notify_attempts')
      .where('result', '=', 'delivered')
      // The demo has posted results too.
      .where('request_body', 'like', '%"N-1"%')
      .select('request_body')
      .executeTakeFirstOrThrow();
    expect(client.readNotification(body).merchantOrderNo).toBe('N-1');
    const forged = body.replace('"10013"', '"99913"');
    expect(() => client.readNotification(forged)).toThrow(NotificationRefused);
    expect((await fetch(notifyUrl, { method: 'POST', body: forged })).status).toBe(400);
    // Two parameters joined into one: the signature stays the same.
    const joined = body.replace('"payer_amount":"10013","arrival_amount"', '"payer_amount":"10013&refunded_amount=0","arrival_amount"').replace('"refunded_amount":"0",', ''); // prettier-ignore
    const parameters = z.record(z.string(), z.string().nullable()).parse(JSON.parse(joined));
    expect(isSignedWith(parameters, await world.keyOf(MERCHANT))).toBe(true);
    expect(() => client.readNotification(joined)).toThrow('two meanings');
    world.clock.advance(301);
    expect(() => client.readNotification(body)).toThrow(NotificationRefused);
    await new Promise((closed) => receiver.close(closed));
  });
});

async function passedOn(url: string, request: IncomingMessage): Promise<{ status: number; text: string }> {
  const body = await text(request);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + (request.url ?? ''), { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${addressOf(server.address()).port}`;
}
