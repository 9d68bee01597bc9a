import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findViolations, type Violation } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import type { Answer } from './gatewayWorld.ts';
import { type KeyLimitsWorld, keyLimitsWorld, type TestKey } from './keyLimitsWorld.ts';

const [PER_CALL, PER_DAY] = [50_000n, 120_000n];
const DAY = 24 * 3600;

const limitSchema = z.object({
  error: z.literal('key_limit'),
  key_limit: z.object({ rule: z.string(), limit: z.string(), left: z.string() }),
});

/** The limit that a rejection names. */
function limitOf({ status, data }: Answer) {
  return { status, ...limitSchema.parse(data).key_limit };
}

describe('the limits of a key', () => {
  let world: KeyLimitsWorld;
  let key: TestKey;
  beforeAll(async () => {
    world = await keyLimitsWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.over('refuse');
    await world.noKeys();
    key = await world.newKey(PER_CALL, PER_DAY);
  });

  const pay = async (amount: bigint, of = key) => world.payout(of, amount, world.newNo('P'));
  const wallet = async () =>
    world.db.kysely
      .selectFrom('wallets')
      .where('merchant_id', '=', world.ofMerchant)
      .where('currency', '=', 'CNY')
      .select(['available', 'frozen'])
      .executeTakeFirstOrThrow();
  const sound = async () => {
    const all: Violation[] = [...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))];
    // The funds are booked without an adjustment.
    expect(all.filter(({ rule }) => !rule.includes('manual_adjustment'))).toEqual([]);
  };

  it('refuse a call above the limit per call, and say what is left', async () => {
    const before = await wallet();
    const refused = await pay(PER_CALL + 1n);
    expect(limitOf(refused)).toEqual({ status: 403, rule: 'per_call', limit: '50000', left: '50000' });
    expect(refused.msg).toContain('At most 500.00 CNY');
    expect(await wallet()).toEqual(before);
    expect((await pay(PER_CALL)).status).toBe(201);
  });

  it('refuse what takes a key above its limit in 24 hours, whichever call spent it', async () => {
    for (const amount of [PER_CALL, PER_CALL, 15_000n]) expect((await pay(amount)).status).toBe(201);
    expect(limitOf(await pay(5_001n))).toEqual({ status: 403, rule: 'per_day', limit: '120000', left: '5000' });
    expect((await pay(5_000n)).status).toBe(201);
    expect(limitOf(await pay(1_000n))).toMatchObject({ rule: 'per_day', left: '0' });
    expect((await pay(1_000n, await world.newKey(PER_CALL, PER_DAY))).status).toBe(201);
    world.clock.advance(DAY - 1);
    expect(limitOf(await pay(1_000n))).toMatchObject({ left: '0' });
    world.clock.advance(1);
    expect((await pay(PER_CALL)).status).toBe(201);
  });

  it("don't count a repeated call, nor a payout that failed", async () => {
    const no = world.newNo('P');
    for (let calls = 0; calls < 4; calls += 1) {
      expect((await world.payout(key, PER_CALL, no)).status).toBe(calls === 0 ? 201 : 200);
    }
    expect((await pay(49_913n)).status).toBe(201);
    expect(limitOf(await pay(PER_CALL))).toMatchObject({ left: '20087' });
    await world.settle();
    expect((await pay(PER_CALL)).status).toBe(201);
    await sound();
  });

  it('count refunds together with payouts', async () => {
    const merchant_order_no = await paidOrder();
    const refund = (amount: bigint) =>
      world.call('refund', key, {
        merchant_order_no,
        merchant_refund_no: world.newNo('R'),
        amount: String(amount),
        reason: 'Returned',
      });
    expect(limitOf(await refund(PER_CALL + 1n))).toMatchObject({ rule: 'per_call' });
    expect((await refund(PER_CALL)).status).toBe(201);
    expect((await pay(PER_CALL)).status).toBe(201);
    expect(limitOf(await refund(20_001n))).toMatchObject({ rule: 'per_day', left: '20000' });
    expect((await refund(20_000n)).status).toBe(201);
    expect(limitOf(await pay(1_000n))).toMatchObject({ rule: 'per_day', left: '0' });
  });

  it('are shared by a replaced key and its successor', async () => {
    const next = await world.newKey(PER_CALL, PER_DAY);
    await world.db.kysely.updateTable('signing_keys').set({ lineage_id: key.id }).where('id', '=', next.id).execute();
    for (const one of [key, next]) expect((await pay(PER_CALL, one)).status).toBe(201);
    for (const one of [key, next]) expect(limitOf(await pay(PER_CALL, one))).toMatchObject({ left: '20000' });
  });

  it("don't exist for keys from before them", async () => {
    const old = await world.newKey(null, null);
    for (let calls = 0; calls < 4; calls += 1) expect((await pay(PER_CALL + 1n, old)).status).toBe(201);
  });

  it('are named in the log of calls', async () => {
    const no = world.newNo('P');
    await world.payout(key, PER_CALL + 1n, no);
    const logged = world.db.kysely.selectFrom('api_calls').where('order_no', '=', no).select(['error', 'refusal']);
    await expect
      .poll(() => logged.execute())
      .toMatchObject([{ error: 'key_limit', refusal: { text: 'key_limit_per_call', args: { limit: '500.00 CNY' } } }]);
  });

  /** A collection order that its payer has paid. */
  async function paidOrder(): Promise<string> {
    const merchant_order_no = world.newNo('N');
    await world.call('collect', key, { channel: 'cn_qr_yun', amount: '200000', merchant_order_no });
    for (let rounds = 0; rounds < 5; rounds += 1) {
      world.clock.advance(10);
      await world.collecting.step();
    }
    return merchant_order_no;
  }

  describe('if the merchant chose approval', () => {
    const SERVER = 'https://shop.example/paid';
    let owner: string;
    beforeEach(async () => {
      await world.over('approve');
      owner = (await world.signIn('demo')).login_token;
    });
    const record = async (resource: string, id: string) =>
      world.consoleData({ url: `/prod-api/${resource}/${id}`, token: owner });

    it('let a payout wait, with its money frozen, until a user approves it', async () => {
      const before = await wallet();
      const no = world.newNo('P');
      const asked = await world.payout(key, PER_CALL + 1n, no, { notify_url: SERVER });
      expect(asked).toMatchObject({ status: 201, data: { status: 'pending_approval', merchant_order_no: no } });
      const again = await world.payout(key, PER_CALL + 1n, no, { notify_url: SERVER });
      expect(again).toMatchObject({ status: 200, data: asked.data });
      expect(await world.queried(key, 'payout', no)).toMatchObject({ status: 'pending_approval' });
      const debit = BigInt(String(asked.data['debit_amount']));
      expect(await wallet()).toEqual({ available: before.available - debit, frozen: before.frozen + debit });
      await world.settle();
      expect(await world.queried(key, 'payout', no)).toMatchObject({ status: 'pending_approval' });
      const request = await world.requestOf(no);
      expect(await record('payment-requests', request.id)).toMatchObject({
        source: 'api',
        creator_id: null,
        key_name: expect.stringMatching(/^Key \d+$/),
        is_own: false,
        status: 'pending',
        payout_status: 'pending_approval',
        debit_amount: String(debit),
        available: String(before.available),
        available_after: String(before.available - debit),
      });
      expect((await world.decide(owner, 'payment-requests', request.id, 'approve')).status).toBe(200);
      expect(await world.queried(key, 'payout', no)).toMatchObject({ status: 'pending' });
      expect((await world.decide(owner, 'payment-requests', request.id, 'approve')).status).toBe(409);
      await world.settle();
      expect(await world.queried(key, 'payout', no)).toMatchObject({ status: 'success', amount: '50001' });
      expect(await notifiedOf(no)).toHaveLength(1);
      // What was approved doesn't count.
      expect((await pay(PER_CALL)).data['status']).toBe('pending');
      await sound();
    });

    it('end a payout that is rejected, and notify the server of the reason', async () => {
      const before = await wallet();
      const no = world.newNo('P');
      await world.payout(key, PER_CALL + 1n, no, { notify_url: SERVER });
      const { id } = await world.requestOf(no);
      expect((await world.decide(owner, 'payment-requests', id, 'reject')).status).toBe(200);
      expect(await world.queried(key, 'payout', no)).toMatchObject({
        status: 'failed',
        error_code: 'rejected',
        error_msg: 'Not ours',
        finished_at: expect.any(String),
      });
      expect(await notifiedOf(no)).toHaveLength(1);
      expect(await wallet()).toEqual(before);
      await sound();
    });

    it('let nobody decide who made or approved the key, and nobody cancel', async () => {
      const mine = await world.newKey(PER_CALL, PER_DAY, [await world.userId('demo')]);
      const theirs = await world.newKey(PER_CALL, PER_DAY, [await world.userId('viewer'), await world.userId('demo')]);
      for (const one of [mine, theirs]) {
        const no = world.newNo('P');
        await world.payout(one, PER_CALL + 1n, no);
        const { id } = await world.requestOf(no);
        expect(await record('payment-requests', id)).toMatchObject({ is_own: true });
        for (const verb of ['approve', 'reject'] as const) {
          expect((await world.decide(owner, 'payment-requests', id, verb)).body).toMatchObject({
            data: { error: 'own_request' },
          });
        }
        const cancelled = await world.consoleData({
          method: 'POST',
          url: `/prod-api/payment-requests/${id}/cancel`,
          token: owner,
          payload: {},
          headers: { 'idempotency-key': world.newNo('cancel') },
        });
        expect(cancelled).toMatchObject({ error: 'forbidden' });
      }
    });

    it('treat refunds alike', async () => {
      const merchant_order_no = await paidOrder();
      const ask = (merchant_refund_no: string) =>
        world.call('refund', key, {
          merchant_order_no,
          merchant_refund_no,
          amount: '50001',
          reason: 'Returned',
          notify_url: SERVER,
        });
      const [yes, no] = [world.newNo('R'), world.newNo('R')];
      for (const number of [yes, no]) {
        expect(await ask(number)).toMatchObject({ status: 201, data: { status: 'pending_approval' } });
        expect(await ask(number)).toMatchObject({ status: 200, data: { status: 'pending_approval' } });
      }
      const idOf = async (number: string) =>
        (
          await world.db.kysely
            .selectFrom('refunds')
            .where('merchant_refund_no', '=', number)
            .selectAll()
            .executeTakeFirstOrThrow()
        ).id;
      expect(await record('refunds', await idOf(yes))).toMatchObject({
        key_name: expect.stringMatching(/^Key/),
        is_own: false,
        creator_id: null,
      });
      expect((await world.decide(owner, 'refunds', await idOf(yes), 'approve')).status).toBe(200);
      expect((await world.decide(owner, 'refunds', await idOf(no), 'reject')).status).toBe(200);
      await world.refunding.step();
      expect(await world.queried(key, 'refund', yes)).toMatchObject({ status: 'success' });
      expect(await world.queried(key, 'refund', no)).toMatchObject({
        status: 'rejected',
        error_code: 'rejected',
        error_msg: 'Not ours',
      });
      const jobs = await world.db.kysely
        .selectFrom('notify_jobs')
        .where('record_id', '=', await idOf(no))
        .selectAll()
        .execute();
      expect(jobs).toHaveLength(1);
      await sound();
    });

    const notifiedOf = (no: string) =>
      world.db.kysely
        .selectFrom('notify_jobs as j')
        .innerJoin('payouts as p', 'p.id', 'j.record_id')
        .where('p.merchant_order_no', '=', no)
        .select('j.record_id')
        .execute();
  });
});
