import { randomUUID } from 'node:crypto';
import { addHours } from 'date-fns/addHours';
import { hoursToMilliseconds } from 'date-fns/hoursToMilliseconds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#server/demo/signIns.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const NUMBER = '6222021234567890128';
const OTHER = '6228480402564890018';
const answerSchema = z.object({
  msg: z.string(),
  data: z.looseObject({ errors: z.record(z.string(), z.string()).optional() }),
});

describe('saved payees', () => {
  let world: World;
  let channelId: string;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 60 });
    for (const name of ['demo', 'checker', 'viewer', 'sub']) tokens[name] = (await world.signIn(name)).login_token;
    const { id } = await world.db.kysely
      .selectFrom('channels')
      .innerJoin('merchants', 'merchants.merchant_id', 'channels.merchant_id')
      .where('merchant_no', '=', 'M100001')
      .where('channels.type', '=', 'payout')
      .where('channels.status', '=', 'enabled')
      .orderBy('code')
      .select('channels.id')
      .executeTakeFirstOrThrow();
    channelId = id;
  });
  afterAll(() => world.close());

  async function call(user: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
    const headers = { 'idempotency-key': randomUUID() };
    const url = `/prod-api/${path}`;
    const answer = await world.call({ method, url, token: tokens[user] ?? '', headers, ...(payload && { payload }) });
    const { msg, data } = answerSchema.parse(answer.json());
    return { status: answer.statusCode, msg, data, errors: data.errors ?? {}, id: String(data['id']) };
  }
  const payee = { name: 'Ana García', card_number: NUMBER, bank_name: 'Banco' };
  const pay = (change: object, user = 'demo') =>
    call(user, 'POST', 'payment-requests', {
      ...{ channel_id: channelId, amount: '10000', pay_password: DEMO_PAY_PASSWORD, ...change },
    });

  it('are kept masked, once per number, and can be paid after the waiting period', async () => {
    const made = await call('demo', 'POST', 'payees', payee);
    expect(made).toMatchObject({ status: 201, data: { title: 'Ana García · 6222••••0128', last_paid_at: null } });
    expect(made.data['usable_at']).toBe(addHours(world.clock.now(), 24).toISOString());
    expect(await call('demo', 'POST', 'payees', { ...payee, name: 'Eva' })).toMatchObject({
      ...{ status: 422, errors: { card_number: expect.stringContaining('already') } },
    });
    const refused = await pay({ payee_id: made.id });
    expect(refused).toMatchObject({
      status: 422,
      errors: { payee_id: expect.stringMatching(/You can pay it from 2026-11-21 12:\d\d/) },
    });
    const quote = { channel_id: channelId, amount: '10000', payee_id: made.id };
    expect((await call('demo', 'POST', 'payment-requests/quote', quote)).errors).toEqual(refused.errors);
    // The same payee can be paid with the whole number, as anybody can.
    const typed = { payee_name: payee.name, card_number: NUMBER, bank_name: payee.bank_name };
    expect(await pay(typed)).toMatchObject({ status: 200, data: { payee_id: null } });

    world.clock.advance(hoursToMilliseconds(24));
    for (const name of Object.keys(tokens)) tokens[name] = (await world.signIn(name)).login_token;
    // What is typed beside a saved payee doesn't count.
    const paid = await pay({ payee_id: made.id, payee_name: 'Eva' });
    expect(paid).toMatchObject({ status: 200, data: { payee_id: made.id, payee_name: 'Ana García' } });
    const { card_number } = await world.db.kysely
      .selectFrom('payment_requests')
      .where('id', '=', paid.id)
      .select('card_number')
      .executeTakeFirstOrThrow();
    expect(card_number).not.toContain(NUMBER);

    expect((await call('demo', 'PUT', `payees/${made.id}`, { note: 'Rent' })).status).toBe(200);
    expect((await pay({ payee_id: made.id })).status).toBe(200);
    await call('demo', 'PUT', `payees/${made.id}`, { card_number: OTHER });
    expect((await pay({ payee_id: made.id })).status).toBe(422);
    await call('demo', 'POST', `payees/${made.id}/disable`, {});
    expect((await pay({ payee_id: made.id })).errors).toMatchObject({ payee_id: expect.stringContaining('disabled') });
    expect((await pay({ payee_id: made.id }, 'sub')).status).toBe(422);
    expect(await findViolations(world.db)).toEqual([]);
  });

  it('are saved with a payment, by those who may', async () => {
    const typed = { payee_name: 'Bo', card_number: '6217000010000000018', bank_name: 'Bank', save_payee: true };
    const made = await pay(typed);
    expect(made.status).toBe(200);
    expect(await call('demo', 'GET', `payees/${String(made.data['payee_id'])}`)).toMatchObject({
      ...{ status: 200, data: { name: 'Bo', status: 'enabled' } },
    });
    // Once: the second payment names the same payee.
    expect((await pay(typed)).data['payee_id']).toBe(made.data['payee_id']);
    expect((await pay({ ...typed, bank_name: '' })).errors).toHaveProperty('bank_name');
  });
});
