import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import {
  gatewayWorld,
  MERCHANT,
  OTHER,
  refusalOf,
  textOf,
  type GatewayWorld,
  type Parameters,
} from './gatewayWorld.ts';

const COLLECT = {
  channel: 'cn_qr_yun',
  amount: '12300',
  subject: '茶 & tea',
  payer_name: '王芳',
  client_ip: '2001:4860::1',
  notify_url: 'https://pay.example.com/n',
  return_url: 'http://localhost:3000/thanks',
};
const PAYOUT = {
  channel: 'cn_payout_bank',
  amount: '20000',
  payee_name: '李雷',
  card_number: '6222 0202 0011 2233 445',
  bank_name: '中国银行',
  notify_url: 'https://pay.example.com/n',
};

describe('orders of merchants’ servers', () => {
  let world: GatewayWorld;
  let merchantId: string;
  let numbers = 0;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE);
    merchantId = await world.merchantId(MERCHANT);
  });
  afterAll(() => world.close());

  const newNo = () => `N-${(numbers += 1)}`;
  const rows = (table: 'orders' | 'payouts', no: string) =>
    world.db.kysely.selectFrom(table).where('merchant_order_no', '=', no).selectAll().execute();
  const wallet = () =>
    world.db.kysely
      .selectFrom('wallets')
      .where('merchant_id', '=', merchantId)
      .select(['available', 'frozen'])
      .executeTakeFirstOrThrow();
  const order = (change: Parameters = {}) =>
    world.ask('collect', { ...COLLECT, merchant_order_no: newNo(), ...change });
  const payout = (change: Parameters = {}) => world.ask('payout', { ...PAYOUT, merchant_order_no: newNo(), ...change });

  it('are placed with the fee of the merchant’s channel, as pending', async () => {
    const answer = await order({ merchant_order_no: 'A-1' });
    const fee = String((await rows('orders', 'A-1'))[0]?.fee);
    expect(answer).toMatchObject({ status: 201, code: 0, msg: '' });
    expect(answer.data).toMatchObject({
      type: 'collect',
      merchant_order_no: 'A-1',
      channel: 'cn_qr_yun',
      currency: 'CNY',
      status: 'pending',
      amount: '12300',
      fee,
      payer_amount: '12300',
      arrival_amount: String(12_300n - BigInt(fee)),
      expires_at: new Date(world.clock.now().getTime() + 30 * 60_000).toISOString(),
      succeeded_at: null,
    });
    expect(fee).not.toBe('0');
  });

  it('are created once by any number of repeated and concurrent calls', async () => {
    for (const [call, body] of [
      ['collect', COLLECT],
      ['payout', PAYOUT],
    ] as const) {
      const before = await wallet();
      const no = newNo();
      const asked = Array.from({ length: 20 }, () => world.ask(call, { ...body, merchant_order_no: no }));
      const answers = await Promise.all(asked);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
      expect(new Set(answers.map(({ data }) => data['order_no'])).size).toBe(1);
      expect(await rows(call === 'collect' ? 'orders' : 'payouts', no)).toHaveLength(1);
      const debit = BigInt(textOf(answers[0]?.data['debit_amount'] ?? '0'));
      expect(await wallet()).toEqual({ available: before.available - debit, frozen: before.frozen + debit });
    }
  });

  it('report how a second call with their number differs', async () => {
    const no = newNo();
    await order({ merchant_order_no: no });
    const other = await order({ merchant_order_no: no, amount: '12301', subject: '', channel: 'cn_qr_xin' });
    expect(refusalOf(other)).toEqual({ status: 409, error: 'order_differs' });
    expect(other.msg).toContain('channel, amount, subject');
    await payout({ merchant_order_no: no });
    expect((await payout({ merchant_order_no: no, card_number: '6222020200112233445' })).status).toBe(200);
    const elsewhere = await payout({ merchant_order_no: no, card_number: '6222020200112233446', remark: 'x' });
    expect(refusalOf(elsewhere)).toEqual({ status: 409, error: 'order_differs' });
    expect(elsewhere.msg).toContain('card_number, remark');
  });

  it('are returned again after the channel was disabled, and new ones are rejected', async () => {
    const no = newNo();
    await order({ merchant_order_no: no });
    const set = (status: 'enabled' | 'disabled') =>
      world.db.kysely
        .updateTable('channels')
        .set({ status })
        .where('merchant_id', '=', merchantId)
        .where('code', '=', 'cn_qr_yun')
        .execute();
    await set('disabled');
    expect((await order({ merchant_order_no: no })).status).toBe(200);
    expect(refusalOf(await order()).reasons).toEqual({ channel: 'channel_disabled' });
    await set('enabled');
  });

  it.each<[Parameters, Record<string, string>]>([
    [{ channel: 'cn_payout_bank' }, { channel: 'channel_unknown' }],
    [{ channel: 'jp_qr' }, { channel: 'channel_unknown' }],
    [{ amount: '99' }, { amount: 'amount_out_of_range' }],
    [{ amount: '5000001' }, { amount: 'amount_out_of_range' }],
    [{ amount: '1e3' }, { amount: 'invalid_format' }],
    [{ amount: '12.30' }, { amount: 'invalid_format' }],
    [{ amount: '-100' }, { amount: 'invalid_format' }],
    [{ amount: '012300' }, { amount: 'invalid_format' }],
    [{ amount: ' 12300' }, { amount: 'invalid_format' }],
    [{ amount: '1000000000000000000' }, { amount: 'invalid_format' }],
    [{ amount: '９００' }, { amount: 'invalid_format' }],
    [{ amount: '9223372036854775808' }, { amount: 'invalid_format' }],
    [{ merchant_order_no: 'a b' }, { merchant_order_no: 'invalid_format' }],
    [{ subject: 'a\u0000b' }, { subject: 'invalid_format' }],
    [{ client_ip: '1.2.3' }, { client_ip: 'invalid_format' }],
    [{ notify_url: 'http://127.0.0.1/n' }, { notify_url: 'url_not_public' }],
    [{ notify_url: 'https://pay.example.com:22/n' }, { notify_url: 'url_port' }],
    [{ notify_url: 'http://pay.example.com:8080/n' }, { notify_url: 'url_port' }],
    [{ return_url: 'javascript:alert(1)' }, { return_url: 'invalid_url' }],
    [{ amout: '1' }, { amout: 'unknown_field' }],
  ])('are rejected with %o', async (change, reasons) => {
    expect(refusalOf(await order(change))).toEqual({ status: 422, error: 'validation', reasons });
  });

  it("freeze a payout's debit, encrypt its card number and return it masked", async () => {
    const before = await wallet();
    const no = newNo();
    const { status, data } = await payout({ merchant_order_no: no });
    expect([status, data['card_number'], data['status']]).toEqual([201, '6222••••3445', 'pending']);
    const debit = BigInt(textOf(data['debit_amount']));
    expect(debit).toBeGreaterThan(20_000n);
    expect(await wallet()).toEqual({ available: before.available - debit, frozen: before.frozen + debit });
    const [row] = await rows('payouts', no);
    expect(row).toMatchObject({ source: 'api', notify_url: PAYOUT.notify_url, creator_id: null });
    expect(JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
      '6222020200112233445',
    );
  });

  it.each([
    ['6222 0202 0011 2233 446', null],
    ['6222020200112233445', 'wrong_check_digit'],
    ['62220212', 'unusual_length'],
  ])('report for a payout to %s whether the number looks mistyped: %s', async (card_number, card_concern) => {
    const no = newNo();
    expect(await payout({ merchant_order_no: no, card_number })).toMatchObject({ status: 201, data: { card_concern } });
    expect(await payout({ merchant_order_no: no, card_number })).toMatchObject({ status: 200, data: { card_concern } });
  });

  it("report a balance that doesn't cover a payout, and freeze nothing", async () => {
    await world.db.kysely.updateTable('channels').set({ max_amount: 9_000_000_000_000_000n }).where('code', '=', 'cn_payout_bank').execute(); // prettier-ignore
    const before = await wallet();
    const answer = await payout({ amount: '8000000000000000' });
    expect(refusalOf(answer)).toEqual({
      status: 422,
      error: 'validation',
      reasons: { amount: 'insufficient_balance' },
    });
    expect(await wallet()).toEqual(before);
  });

  it('are found by either number; those of other merchants are not', async () => {
    for (const [type, made] of [
      ['collect', await order()],
      ['payout', await payout()],
    ] as const) {
      // Only the response to the payout itself checks its card number.
      const { card_concern: _, ...data } = made.data;
      const found = { ...made, data, status: 200 };
      const { order_no, merchant_order_no } = data;
      const by = (numbersOf: Parameters, merchantNo?: string) => world.ask('query', { type, ...numbersOf }, merchantNo);
      expect(await by({ order_no: textOf(order_no) })).toEqual(found);
      expect(await by({ merchant_order_no: textOf(merchant_order_no) })).toEqual(found);
      const unknown = { status: 404, error: 'not_found' };
      expect(refusalOf(await by({ order_no: 'C1' }))).toEqual(unknown);
      expect(refusalOf(await by({ order_no: textOf(order_no) }, OTHER))).toEqual(unknown);
      expect(refusalOf(await by({ order_no: textOf(order_no), merchant_order_no: 'another' }))).toEqual(unknown);
      expect(refusalOf(await by({})).reasons).toEqual({ merchant_order_no: 'one_number_needed' });
    }
  });

  it('are settled by the channel: paid, failed, or pending until the merchant queries them or they expire', async () => {
    const [paid, failed, asked, late] = [newNo(), newNo(), newNo(), newNo()];
    await order({ merchant_order_no: paid });
    await order({ merchant_order_no: failed, amount: '12313' });
    await order({ merchant_order_no: asked, amount: '12377' });
    await order({ merchant_order_no: late, amount: '12377' });
    const state = async (no: string) => (await rows('orders', no))[0]?.status;
    const work = async (seconds: number) => {
      for (let rest = seconds; rest > 0; rest -= 60) {
        world.clock.advance(Math.min(60, rest));
        while ((await world.collecting.step()) > 0);
      }
    };
    const { available } = await wallet();
    const waiting = (await world.db.kysely.selectFrom('order_jobs').selectAll().execute()).length;
    expect(waiting).toBeGreaterThanOrEqual(4);
    while ((await world.collecting.step()) > 0);
    expect([await state(paid), await state(failed)]).toEqual(['pending', 'failed']);
    await work(5);
    expect([await state(paid), await state(asked)]).toEqual(['success', 'pending']);
    const [row] = await rows('orders', paid);
    expect(row).toMatchObject({ channel_order_no: expect.stringMatching(/^SC/), succeeded_at: world.clock.now() });
    expect((await wallet()).available).toBeGreaterThan(available);
    await world.ask('query', { type: 'collect', merchant_order_no: asked });
    while ((await world.collecting.step()) > 0);
    expect([await state(asked), await state(late)]).toEqual(['success', 'pending']);
    await work(30 * 60);
    expect(await state(late)).toBe('closed');
    const own = world.db.kysely.selectFrom('orders').where('merchant_order_no', 'in', [paid, failed, asked, late]);
    const left = world.db.kysely.selectFrom('order_jobs').where('order_id', 'in', own.select('id')).selectAll();
    expect(await left.execute()).toEqual([]);
  });

  it('leave ledger and orders intact', async () => {
    while ((await world.payouts.step()) > 0);
    expect([...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))]).toEqual([]);
  });
});
