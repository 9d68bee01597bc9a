import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { usualLimit } from '#server/money/payeeHistory.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const recordSchema = z.looseObject({ id: z.string() });
const DAY_MS = 24 * 60 * 60 * 1000;
const CARD = '6222 0202 0011 2233 445';

describe('the facts shown for a decision about money', () => {
  let world: World;
  let merchantId: string;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE);
    for (const name of ['demo', 'checker', 'viewer', 'operator', 'operator2']) {
      tokens[name] = (await world.signIn(name)).login_token;
    }
    const tenant = world.db.kysely.selectFrom('merchants').where('merchant_no', '=', 'M100001');
    merchantId = (await tenant.select('merchant_id').executeTakeFirstOrThrow()).merchant_id;
    // Enough for all payments below.
    const { id } = await post('operator', 'adjustments', adjustment('900000000'));
    await post('operator2', `adjustments/${id}/approve`, {});
  });
  afterAll(() => world.close());

  async function post(user: string, url: string, payload: object, proof: object = { pay_password: DEMO_PAY_PASSWORD }) {
    const answer = await world.call({
      method: 'POST',
      url: `/prod-api/${url}`,
      payload: { ...proof, ...payload },
      token: tokens[user] ?? '',
      headers: { 'idempotency-key': randomUUID() },
    });
    expect([url, answer.statusCode, answer.body]).toEqual([url, 200, answer.body]);
    return z.object({ data: recordSchema }).parse(answer.json()).data;
  }
  const adjustment = (amount: string) => ({ tenant_id: merchantId, currency: 'CNY', reason: 'Fee of May', amount });
  async function shown(user: string, url: string) {
    const answer = await world.call({ method: 'GET', url: `/prod-api/${url}`, token: tokens[user] ?? '' });
    return z.object({ data: recordSchema }).parse(answer.json()).data;
  }
  async function listed(user: string) {
    const url = '/prod-api/payment-requests?range=[0,9]';
    const answer = await world.call({ method: 'GET', url, token: tokens[user] ?? '' });
    return z.object({ data: z.array(recordSchema) }).parse(answer.json()).data;
  }
  const available = async () =>
    (
      await world.db.kysely
        .selectFrom('wallets')
        .where('merchant_id', '=', merchantId)
        .select('available')
        .executeTakeFirstOrThrow()
    ).available;

  /** A request that waits for a second user: above the threshold, to a new payee. */
  async function paymentRequest(payee_name: string, more = 100n) {
    const { kysely } = world.db;
    const ofMerchant = kysely.selectFrom('merchants').where('merchant_id', '=', merchantId);
    const { approval_threshold } = await ofMerchant.select('approval_threshold').executeTakeFirstOrThrow();
    const channel = await kysely
      .selectFrom('channels')
      .where('merchant_id', '=', merchantId)
      .where('type', '=', 'payout')
      .where('status', '=', 'enabled')
      .selectAll()
      .executeTakeFirstOrThrow();
    const payee = { payee_name, card_number: CARD, bank_name: '工商银行' };
    const amount = String(approval_threshold + more);
    return post('demo', 'payment-requests', { channel_id: channel.id, ...payee, amount });
  }

  it('of a payment: its debit, the remaining balance, and that the payee is new', async () => {
    const { id } = await paymentRequest('李新');
    const facts = await shown('checker', `payment-requests/${id}`);
    const before = await available();
    expect(facts).toMatchObject({ payee_standing: 'first_payment', payments: 0, paid: '0', last_paid_at: null });
    expect(facts).toMatchObject({ available: String(before) });
    expect(facts['available_after']).toBe(String(before - BigInt(String(facts['debit_amount']))));
    // The demo's channel adds its fee to the amount.
    expect(BigInt(String(facts['debit_amount']))).toBe(BigInt(String(facts['amount'])) + BigInt(String(facts['fee'])));
    expect(facts['payee_amount']).toBe(facts['amount']);

    await post('checker', `payment-requests/${id}/approve`, {});
    expect(before - (await available())).toBe(BigInt(String(facts['debit_amount'])));
    // Already decided, so there is nothing to show.
    expect(await shown('checker', `payment-requests/${id}`)).toMatchObject({ payee_standing: null, available: null });
  });

  it("of a payment: the channel's current fee and who bears it, if they have changed since the request", async () => {
    const { id, channel_id, amount } = await paymentRequest('钱变');
    const { kysely } = world.db;
    const ofChannel = kysely.selectFrom('channels').where('id', '=', String(channel_id));
    const { rate_bps, fixed_fee, deduction } = await ofChannel.selectAll().executeTakeFirstOrThrow();
    const set = (values: { rate_bps: number; fixed_fee: bigint; deduction: 'inner' | 'outer' }) =>
      kysely.updateTable('channels').set(values).where('id', '=', String(channel_id)).execute();
    await set({ rate_bps: 0, fixed_fee: 777n, deduction: 'inner' });
    try {
      const received = String(BigInt(String(amount)) - 777n);
      const facts = { fee: '777', payee_amount: received, debit_amount: amount };
      expect(await shown('checker', `payment-requests/${id}`)).toMatchObject(facts);
    } finally {
      await set({ rate_bps, fixed_fee, deduction });
    }
  });

  it('of a payment: earlier payments to its payee, by name and card, once they arrived', async () => {
    const { id } = await paymentRequest('王旧');
    const { payout_id, amount } = await post('checker', `payment-requests/${id}/approve`, {});
    const second = (await paymentRequest('王旧')).id;
    const other = (await paymentRequest('王旧二')).id;
    // A payment in progress doesn't count.
    expect(await shown('checker', `payment-requests/${second}`)).toMatchObject({ payments: 0 });
    const finished_at = world.clock.now();
    await world.db.kysely
      .updateTable('payouts')
      .set({ status: 'processing' })
      .where('id', '=', String(payout_id))
      .execute();
    await world.db.kysely
      .updateTable('payouts')
      .set({ status: 'success', finished_at })
      .where('id', '=', String(payout_id))
      .execute();
    expect(await shown('checker', `payment-requests/${second}`)).toMatchObject({
      payee_standing: 'paid_before',
      payments: 1,
      paid: amount,
      last_paid_at: finished_at.toISOString(),
    });
    expect(await shown('checker', `payment-requests/${other}`)).toMatchObject({ payee_standing: 'first_payment' });
  });

  it('of a payment: whether it is unusually large among the last hundred', async () => {
    const rows = await world.db.kysely.selectFrom('payouts').selectAll().execute();
    const made = rows
      .filter((row) => row.merchant_id === merchantId && row.status === 'success')
      .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
      .slice(0, 100);
    const limit = usualLimit(made.map(({ amount }) => amount)) ?? 0n;
    for (const [amount, standing] of [
      [limit + 1n, 'above_usual'],
      [limit, 'usual'],
    ] as const) {
      const { id } = await paymentRequest('张平');
      await world.db.kysely.updateTable('payment_requests').set({ amount }).where('id', '=', id).execute();
      expect(await shown('checker', `payment-requests/${id}`)).toMatchObject({ amount_standing: standing });
    }
  });

  it('say whether the request is the user’s own, in lists too', async () => {
    const { id, is_own } = await paymentRequest('周己');
    expect(is_own).toBe(true);
    for (const [user, isOwn] of [
      ['demo', true],
      ['checker', false],
    ] as const) {
      expect(await shown(user, `payment-requests/${id}`)).toMatchObject({ is_own: isOwn });
      expect((await listed(user)).find((one) => one.id === id)).toMatchObject({ is_own: isOwn });
    }
  });

  it("are not in lists, nor shown to users who can't decide", async () => {
    const { id } = await paymentRequest('赵静');
    expect((await listed('checker')).find((one) => one.id === id)).not.toHaveProperty('available');
    const seen = await shown('viewer', `payment-requests/${id}`);
    expect(seen).toMatchObject({ status: 'pending' });
    for (const fact of ['available', 'available_after', 'debit_amount', 'payee_standing', 'payments', 'paid']) {
      expect(seen).not.toHaveProperty(fact);
    }
  });

  it('of a withdrawal: the requester, the age of the card, and earlier changes', async () => {
    const { kysely } = world.db;
    const cards = await kysely.selectFrom('bankcards').where('merchant_id', '=', merchantId).selectAll().execute();
    const card = cards.find(({ status, usable_at }) => status === 'enabled' && usable_at < world.clock.now());
    const { id, amount } = await post('demo', 'withdrawals', { bankcard_id: card?.id, amount: '100000' });
    const facts = await shown('operator', `withdrawal-reviews/${id}`);
    const channels = kysely.selectFrom('channels').where('merchant_id', '=', merchantId);
    const channel = channels.where('type', '=', 'withdrawal').where('status', '=', 'enabled').orderBy('code');
    const { min_amount, max_amount } = await channel.selectAll().executeTakeFirstOrThrow();
    expect(facts).toMatchObject({
      min_amount: String(min_amount),
      max_amount: String(max_amount),
      available: String(await available()),
      requested_by: expect.stringContaining('demo'),
      card_standing: 'known',
      card_added_at: card?.created_at.toISOString(),
      sign_in_standing: 'unchanged',
      merchant_standing: 'open',
    });

    await kysely
      .updateTable('bankcards')
      .set({ created_at: new Date(world.clock.now().getTime() - 6 * DAY_MS) })
      .where('id', '=', card?.id ?? '')
      .execute();
    await post('operator', `withdrawal-reviews/${id}/approve`, {});
    await post('operator', `withdrawal-reviews/${id}/succeed`, {});
    const changed = await world.call({
      method: 'POST',
      url: '/prod-api/pay-pwd/update',
      token: tokens['demo'] ?? '',
      payload: { old_pay_password: DEMO_PAY_PASSWORD, new_pay_password: '739164' },
    });
    expect(changed.statusCode).toBe(200);
    const wish = { bankcard_id: card?.id, amount: '100000' };
    const next = await post('demo', 'withdrawals', wish, { pay_password: '739164' });
    const before = Number(facts['payments']);
    expect(await shown('operator', `withdrawal-reviews/${next.id}`)).toMatchObject({
      card_standing: 'new',
      payee_standing: 'paid_before',
      payments: before + 1,
      paid: String(BigInt(String(facts['paid'])) + BigInt(String(amount))),
      sign_in_standing: 'changed',
      sign_in_changed_at: world.clock.now().toISOString(),
    });
  });

  it('of a withdrawal: a card whose number was changed was never paid before, and is as old as the change', async () => {
    const cards = world.db.kysely.selectFrom('bankcards').where('merchant_id', '=', merchantId).selectAll();
    const known = (await cards.execute()).find(
      (card) => card.status === 'enabled' && card.usable_at < world.clock.now(),
    );
    const url = `/prod-api/bankcards/${known?.id}`;
    const payload = { card_number: '6217000010000000125' };
    const changed = await world.call({ method: 'PUT', url, token: tokens['demo'] ?? '', payload });
    expect(changed.statusCode).toBe(200);
    const changedAt = world.clock.now().toISOString();
    world.clock.advance((30 * DAY_MS) / 1000);
    for (const name of Object.keys(tokens)) tokens[name] = (await world.signIn(name)).login_token;
    const wish = { bankcard_id: known?.id, amount: '100000' };
    const { id } = await post('demo', 'withdrawals', wish, { pay_password: '739164' });
    expect(await shown('operator', `withdrawal-reviews/${id}`)).toMatchObject({
      card_added_at: changedAt,
      payee_standing: 'first_payment',
      payments: 0,
    });
  });

  it('of a withdrawal: also if its requester no longer exists', async () => {
    const cards = await world.db.kysely
      .selectFrom('bankcards')
      .where('merchant_id', '=', merchantId)
      .where('status', '=', 'enabled')
      .select(['id', 'usable_at'])
      .execute();
    const card = cards.find(({ usable_at }) => usable_at < world.clock.now());
    const wish = { bankcard_id: card?.id, amount: '100000' };
    const { id } = await post('demo', 'withdrawals', wish, { pay_password: '739164' });
    await world.db.kysely.updateTable('withdrawals').set({ creator_id: randomUUID() }).where('id', '=', id).execute();
    expect(await shown('operator', `withdrawal-reviews/${id}`)).toMatchObject({
      status: 'pending',
      requested_by: null,
      sign_in_standing: null,
    });
  });

  it('of a deposit: the requester, and the balance before and after', async () => {
    const { id: channel_id } = await world.db.kysely
      .selectFrom('channels')
      .where('merchant_id', '=', merchantId)
      .where('type', '=', 'deposit')
      .where('status', '=', 'enabled')
      .select('id')
      .executeTakeFirstOrThrow();
    const wish = { channel_id, amount: '250000', payer_name: 'Ink Ltd' };
    const { id, arrival_amount } = await post('demo', 'deposits', wish, {});
    const before = await available();
    const after = before + BigInt(String(arrival_amount));
    expect(await shown('operator', `deposit-reviews/${id}`)).toMatchObject({
      merchant_standing: 'open',
      tenant_id: merchantId,
      requested_by: expect.stringContaining('(demo)'),
      created_at: world.clock.now().toISOString(),
      available: String(before),
      available_after: String(after),
    });
    await post('operator', `deposit-reviews/${id}/pass`, {});
    expect(await available()).toBe(after);
    expect(await shown('operator', `deposit-reviews/${id}`)).toMatchObject({ requested_by: null, available: null });
  });

  it("of an adjustment: the merchant's balance, before and after", async () => {
    const { id } = await post('operator', 'adjustments', adjustment('-700'));
    const before = await available();
    expect(await shown('operator2', `adjustments/${id}`)).toMatchObject({
      available: String(before),
      available_after: String(before - 700n),
    });
    await post('operator2', `adjustments/${id}/approve`, {});
    expect(await available()).toBe(before - 700n);
  });
});
