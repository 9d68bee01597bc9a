import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TriedCall } from '#shared/contract/gatewayTrial.ts';
import { previewNotification, tryGatewayCall } from '#shared/contract/gatewayTrial.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { sign } from '#shared/gateway/sign.ts';
import { rowsOf, testModeWorld, type Side, type TestModeWorld } from './testModeWorld.ts';

describe('a gateway call tried in the console', () => {
  let world: TestModeWorld;
  const codes: Record<string, string> = {};
  beforeAll(async () => {
    world = await testModeWorld();
    for (const row of await rowsOf(world, 'test', 'channels')) codes[String(row['type'])] = String(row['code']);
  });
  afterAll(() => world.close());

  async function tryCall(call: TriedCall, parameters: Readonly<Record<string, string>>) {
    const { status, data } = await world.post('test', '/test-mode/gateway-calls', { call, parameters });
    expect(status).toBe(200);
    return tryGatewayCall.data.parse(data);
  }
  const preview = (side: Side, { resource, id }: { resource: string; id: string }) =>
    world.get(side, `/test-mode/notification?resource=${resource}&id=${id}`);

  const bodySchema = z.record(z.string(), z.string());

  it('is signed with the test key, passes through the whole gateway and is shown as it was sent', async () => {
    const order = { merchant_order_no: 'TRIED-1', amount: '10000', channel: codes['collection'] ?? '', subject: '' };
    const tried = await tryCall('collect', order);
    const key = await world.keyOf('test');
    const body = bodySchema.parse(JSON.parse(tried.body));
    expect(body).toMatchObject({ merchant_order_no: 'TRIED-1', sign: sign(tried.string_to_sign, key, 'HMAC-SHA256') });
    expect(body).not.toHaveProperty('subject');
    expect(tried).toMatchObject({ answer: { status: 201 }, record: { resource: 'orders' }, key_tail: key.slice(-4) });
    expect(JSON.stringify(tried)).not.toContain(key);
  });

  it("links to its record and that record's notification: orders, payouts and refunds", async () => {
    const payee = { payee_name: 'Ann', card_number: '6222021234567890', bank_name: 'Bank' };
    const number = { merchant_order_no: 'TRIED-2', amount: '20000' };
    const order = await tryCall('collect', { ...number, channel: codes['collection'] ?? '' });
    await world.work();
    const payout = await tryCall('payout', { ...number, ...payee, channel: codes['payout'] ?? '' });
    const wanted = { merchant_refund_no: 'TRIED-R', merchant_order_no: 'TRIED-2', amount: '100', reason: 'Returned' };
    const refund = await tryCall('refund', wanted);
    for (const [{ record }, resource] of [
      [order, 'orders'],
      [payout, 'payouts'],
      [refund, 'refunds'],
    ] as const) {
      if (!record) throw new Error(`no record among ${resource}`);
      expect(record.resource).toBe(resource);
      expect((await rowsOf(world, 'test', resource)).map(({ id }) => id)).toContain(record.id);
      expect((await rowsOf(world, 'live', resource)).map(({ id }) => id)).not.toContain(record.id);
      const shown = previewNotification.data.parse((await preview('test', record)).data);
      expect(shown).toMatchObject({ url: null, is_final: resource === 'orders' });
      const { sign: signature } = bodySchema.parse(JSON.parse(shown.body, (_key, value: unknown) => value ?? ''));
      expect(signature).toBe(sign(shown.string_to_sign, await world.keyOf('test'), 'HMAC-SHA256'));
    }
    const query = await tryCall('query', { type: 'refund', merchant_refund_no: 'TRIED-R' });
    expect(query).toMatchObject({ answer: { status: 200 }, record: refund.record });
  });

  it('can be signed with another test key, and is rejected if that key lacks the scope', async () => {
    world.clock.advance(30);
    const proofs = { pay_password: DEMO_PAY_PASSWORD, totp_code: await world.totpCode() };
    const added = await world.post('test', '/signing-keys/add', { name: 'Reports', may_query: true, ...proofs });
    const { id, key } = z.object({ id: z.string(), key: z.string() }).parse(added.data);
    const tried = async (call: TriedCall, parameters: object) => {
      const answer = await world.post('test', '/test-mode/gateway-calls', { call, parameters, key_id: id });
      return tryGatewayCall.data.parse(answer.data);
    };
    const query = await tried('query', { type: 'collect', merchant_order_no: 'NEVER-MADE' });
    const { key_id, sign: signature } = bodySchema.parse(JSON.parse(query.body));
    expect([key_id, signature]).toEqual([id, sign(query.string_to_sign, key, 'HMAC-SHA256')]);
    expect(query.answer.status).toBe(404);
    const collect = await tried('collect', { merchant_order_no: 'TRIED-3', amount: '1', channel: '1' });
    expect(collect.answer).toMatchObject({ status: 403, body: expect.stringContaining('key_scope') });
    const unknown = { call: 'query', parameters: {}, key_id: '00000000-0000-4000-8000-000000000000' };
    expect((await world.post('test', '/test-mode/gateway-calls', unknown)).status).toBe(409);
  });

  it('shows rejections of the gateway', async () => {
    const tried = await tryCall('query', { type: 'collect', merchant_order_no: 'NEVER-MADE' });
    expect(tried).toMatchObject({ answer: { status: 404 }, record: null });
  });

  it('never finds live records, and isn’t available with live data', async () => {
    for (const resource of ['orders', 'payouts', 'refunds']) {
      const [live] = await rowsOf(world, 'live', resource);
      if (!live) throw new Error(`the demo has no ${resource}`);
      expect((await preview('test', { resource, id: live.id })).status).toBe(404);
      expect((await preview('live', { resource, id: live.id })).status).toBe(403);
    }
    const call = { call: 'query', parameters: { type: 'collect', merchant_order_no: 'TRIED-1' } };
    expect((await world.post('live', '/test-mode/gateway-calls', call)).status).toBe(403);
  });
});
