import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, OTHER, refusalOf, type GatewayWorld, type Parameters } from './gatewayWorld.ts';

const AMOUNT = '12300';

describe('refunds of merchants’ servers', () => {
  let world: GatewayWorld;
  let merchantId: string;
  let numbers = 0;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE);
    merchantId = await world.merchantId(MERCHANT);
  });
  afterAll(() => world.close());

  const newNo = (of: string) => `${of}-${(numbers += 1)}`;
  /** A collection order that its payer has paid, over a channel that returns the fee in proportion. */
  async function paidOrder(): Promise<string> {
    const merchant_order_no = newNo('N');
    const wish = { channel: 'cn_qr_yun', amount: AMOUNT, merchant_order_no };
    expect((await world.ask('collect', wish)).status).toBe(201);
    for (let rounds = 0; rounds < 5; rounds += 1) {
      world.clock.advance(10);
      await world.collecting.step();
    }
    expect((await world.ask('query', { type: 'collect', merchant_order_no })).data['status']).toBe('success');
    return merchant_order_no;
  }
  const refund = (merchant_order_no: string, change: Parameters = {}, of = MERCHANT) =>
    world.ask(
      'refund',
      { merchant_order_no, merchant_refund_no: newNo('R'), amount: '2300', reason: 'Returned', ...change },
      of,
    );
  const rows = () => world.db.kysely.selectFrom('refunds').where('merchant_id', '=', merchantId).selectAll().execute();

  it('are created, sent and queried, with the returned part of the fee', async () => {
    const merchant_order_no = await paidOrder();
    const made = await refund(merchant_order_no, { merchant_refund_no: 'R-A' });
    expect(made).toMatchObject({ status: 201, code: 0 });
    const { fee } = (await world.ask('query', { type: 'collect', merchant_order_no })).data;
    const returned = (BigInt(String(fee)) * 2_300n) / 12_300n;
    expect(returned).toBeGreaterThan(0n);
    expect(made.data).toMatchObject({
      type: 'refund',
      merchant_refund_no: 'R-A',
      merchant_order_no,
      channel: 'cn_qr_yun',
      currency: 'CNY',
      amount: '2300',
      fee_returned: String(returned),
      payer_amount: '2300',
      status: 'processing',
      debit_amount: String(2_300n - returned),
    });
    await world.refunding.step();
    const query = await world.ask('query', { type: 'refund', merchant_refund_no: 'R-A' });
    expect(query.data).toMatchObject({ status: 'success', channel_refund_no: `S${String(made.data['refund_no'])}` });
    const order = await world.ask('query', { type: 'collect', merchant_order_no });
    expect(order.data).toMatchObject({ status: 'success', refunded_amount: '2300' });
  });

  it('are created once by any number of repeated and concurrent calls', async () => {
    const merchant_order_no = await paidOrder();
    const before = (await rows()).length;
    const merchant_refund_no = newNo('R');
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(merchant_order_no, { merchant_refund_no })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ data }) => data['refund_no'])).size).toBe(1);
    expect((await rows()).length).toBe(before + 1);
    const other = await refund(merchant_order_no, { merchant_refund_no, amount: '2301' });
    expect(refusalOf(other)).toMatchObject({ status: 409, error: 'order_differs' });
    expect(other.msg).toBe('A refund with this number already exists with different values for: amount.');
  });

  it('with one number for two concurrent orders are created once; the other call is rejected', async () => {
    const orders = [await paidOrder(), await paidOrder()];
    const merchant_refund_no = newNo('R');
    const answers = await Promise.all(orders.map((order) => refund(order, { merchant_refund_no })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  });

  it('never exceed the order, however many arrive concurrently', async () => {
    const merchant_order_no = await paidOrder();
    const answers = await Promise.all(Array.from({ length: 12 }, () => refund(merchant_order_no, { amount: '1500' })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(refusalOf(answer)).toMatchObject({ status: 422, reasons: { amount: 'refund_too_large' } });
    }
  });

  it('reference an order by either number, and reject orders of others and unpaid ones', async () => {
    const merchant_order_no = await paidOrder();
    const { data } = await world.ask('query', { type: 'collect', merchant_order_no });
    const byNumber = { order_no: String(data['order_no']), merchant_order_no: '' };
    expect((await refund('', byNumber)).status).toBe(201);
    expect(refusalOf(await refund('', {}))).toMatchObject({
      status: 422,
      reasons: { merchant_order_no: 'one_number_needed' },
    });
    expect((await refund(merchant_order_no, {}, OTHER)).status).toBe(404);
    const open = newNo('N');
    await world.ask('collect', { channel: 'cn_qr_yun', amount: AMOUNT, merchant_order_no: open });
    expect(refusalOf(await refund(open))).toMatchObject({ status: 409, error: 'order_not_paid' });
    expect(refusalOf(await world.ask('query', { type: 'refund' }))).toMatchObject({
      status: 422,
      reasons: { merchant_refund_no: 'one_refund_number_needed' },
    });
    expect((await world.ask('query', { type: 'refund', merchant_refund_no: 'R-A' }, OTHER)).status).toBe(404);
  });

  it('leave ledger, orders and refunds intact', async () => {
    await world.refunding.step();
    expect([...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))]).toEqual([]);
  });
});
