import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const answerSchema = z.object({ msg: z.string(), data: z.unknown() });
const recordSchema = z.looseObject({ id: z.string() });
const rowsSchema = z.array(recordSchema);
const refusalSchema = z.object({ errors: z.record(z.string(), z.string()) });

describe("the platform's changes to merchants and channels", () => {
  let world: World;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    for (const name of ['operator', 'operator2', 'demo', 'sub']) tokens[name] = (await world.signIn(name)).login_token;
  });
  afterAll(() => world.close());

  async function call(user: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
    const token = tokens[user] ?? '';
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await world.call({ method, url: `/prod-api/${url}`, token, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, data: answerSchema.parse(answer.json()).data };
  }
  async function rows(user: string, endpoint: string, filter: object = {}) {
    const url = `${endpoint}?range=[0,99]&filter=${encodeURIComponent(JSON.stringify(filter))}`;
    return rowsSchema.parse((await call(user, 'GET', url)).data);
  }
  async function merchant(no: string) {
    const found = (await rows('operator', 'merchants')).find((one) => one['merchant_no'] === no);
    if (!found) throw new Error(`no merchant ${no}`);
    return found;
  }
  const terms = {
    rate_bps: 60,
    fixed_fee: '0',
    min_fee: null,
    max_fee: null,
    deduction: 'inner',
    min_amount: '100',
    max_amount: '500000',
    status: 'enabled',
  };
  const newChannel = { name: 'Night express', code: 'night_express', type: 'payout', currency: 'CNY', ...terms };

  it('a new channel can be used by a merchant at the agreed rate', async () => {
    const made = await call('operator', 'POST', 'platform-channels', newChannel);
    expect(made).toMatchObject({ status: 201, data: { name: 'Night express', code: 'night_express' } });
    const channelId = recordSchema.parse(made.data).id;
    const { id: tenantId } = await merchant('M100001');
    const rate = { ...terms, tenant_id: tenantId, channel_id: channelId, rate_bps: 95 };
    expect(await call('operator', 'POST', 'merchant-rates', rate)).toMatchObject({ status: 201 });
    expect((await rows('demo', 'channels')).find((one) => one['code'] === 'night_express')).toMatchObject({
      status: 'disabled',
    });
    await world.confirmAsSecond();
    const own = (await rows('demo', 'channels')).find((one) => one['code'] === 'night_express');
    expect(own).toMatchObject({ name: 'Night express', rate_bps: 95, status: 'enabled', currency: 'CNY' });
    expect(own).not.toHaveProperty('tenant_id');

    const again = await call('operator', 'POST', 'merchant-rates', rate);
    expect([again.status, refusalSchema.parse(again.data).errors['channel_id']]).toEqual([
      422,
      'This merchant already has a rate for this channel.',
    ]);
  });

  it('a channel that the platform disables is disabled for its merchants, whatever their own rate says', async () => {
    const [channel] = await rows('operator', 'platform-channels', { code: 'night_express' });
    const own = (await rows('demo', 'channels')).find((one) => one['code'] === 'night_express');
    const change = { ...channel, status: 'disabled' };
    expect(await call('operator', 'PUT', `platform-channels/${channel?.id ?? ''}`, change)).toMatchObject({
      status: 200,
      data: { status: 'disabled' },
    });
    const closed = (await rows('demo', 'channels')).find((one) => one['code'] === 'night_express');
    expect(closed).toMatchObject({ id: own?.id, status: 'disabled' });
    const payment = {
      channel_id: own?.id,
      payee_name: 'Li Lei',
      card_number: '6222020200112233445',
      bank_name: 'ICBC',
      amount: '1000',
      pay_password: DEMO_PAY_PASSWORD,
    };
    const refused = await call('demo', 'POST', 'payment-requests', payment);
    expect([refused.status, Object.keys(refusalSchema.parse(refused.data).errors)]).toEqual([422, ['channel_id']]);
  });

  it.each([
    ['limits that leave no amount', { min_amount: '1000', max_amount: '999' }, 'max_amount'],
    ['a maximum fee below the minimum', { min_fee: '50', max_fee: '49' }, 'max_fee'],
    ['a rate above 100 %', { rate_bps: 10_001 }, 'rate_bps'],
    ['a negative fee', { fixed_fee: '-1' }, 'fixed_fee'],
    ['a fixed fee above each amount', { fixed_fee: '999999999999999999' }, 'fixed_fee'],
    ['a minimum fee of the largest amount', { min_fee: '500000', deduction: 'outer' }, 'min_fee'],
    ['a rate that takes all of each amount', { rate_bps: 10_000 }, 'rate_bps'],
    ['a taken code', {}, 'code'],
  ])('%s is rejected at its field', async (_, change, field) => {
    const answer = await call('operator', 'POST', 'platform-channels', { ...newChannel, ...change });
    expect([answer.status, Object.keys(refusalSchema.parse(answer.data).errors)]).toEqual([422, [field]]);
  });

  it('a fee above each amount is rejected in a merchant’s rate, but an old one doesn’t stop other changes', async () => {
    const [rate] = await rows('operator', 'merchant-rates', { status: ['enabled'] });
    const url = `merchant-rates/${rate?.id ?? ''}`;
    const excessive = { fixed_fee: '999999999999999999' };
    const refused = await call('operator', 'PUT', url, { ...rate, ...excessive });
    expect([refused.status, refusalSchema.parse(refused.data).errors]).toEqual([
      422,
      {
        fixed_fee:
          'The fee on the largest permitted amount would be at least that amount. Enter less, or raise the maximum amount.',
      },
    ]);
    // A rate from before this rule.
    const { id = '' } = rate ?? {};
    await world.db.kysely
      .updateTable('channels')
      .set({ fixed_fee: 999_999_999_999_999_999n })
      .where('id', '=', id)
      .execute();
    const disabled = { ...rate, ...excessive, status: 'disabled' };
    expect(await call('operator', 'PUT', url, disabled)).toMatchObject({ status: 200, data: { status: 'disabled' } });
    const { revision } = z.looseObject({ revision: z.int() }).parse((await call('operator', 'GET', url)).data);
    expect(await call('operator', 'PUT', url, { ...rate, revision })).toMatchObject({ status: 200 });
  });

  it('of two concurrent changes of a merchant, the second is shown the first', async () => {
    const before = await merchant('M100001');
    const first = { ...before, approval_threshold: '777700' };
    expect(await call('operator', 'PUT', `merchants/${before.id}`, first)).toMatchObject({
      status: 200,
      data: { approval_threshold: '777700', currency: 'CNY' },
    });
    expect(await call('operator2', 'PUT', `merchants/${before.id}`, { ...before, name: 'Other' })).toMatchObject({
      status: 409,
      data: { current: { approval_threshold: '777700', name: before['name'] } },
    });
    const [entry] = await rows('operator', 'audit-logs', { resource: 'merchants' });
    expect(entry).toMatchObject({ action: 'merchants.edit', after: { approval_threshold: '777700' } });
  });

  it('a merchant can neither read nor make them', async () => {
    for (const endpoint of ['platform-channels', 'merchant-rates', 'merchants']) {
      expect((await call('demo', 'GET', `${endpoint}?range=[0,9]`)).status).toBe(403);
      expect((await call('demo', 'POST', endpoint, newChannel)).status).toBeGreaterThanOrEqual(403);
    }
    const [own] = await rows('demo', 'channels');
    expect((await call('demo', 'PUT', `channels/${own?.id ?? ''}`, { rate_bps: 0 })).status).toBeGreaterThanOrEqual(
      403,
    );
  });
});
