import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import { insertRows } from '#server/db/rows.ts';
import { foldDeltas } from '#server/figures/foldDeltas.ts';
import { orderSums } from '#server/figures/orderSums.ts';
import { findWrongSums } from '#server/figures/recountOrders.ts';
import { businessOf } from '#server/modules/dashboard/business.ts';
import { homeSpans } from '#server/modules/dashboard/spans.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '../money/moneyWorld.ts';
import { orderOf } from './orderOf.ts';

/** Ten of the largest amount are more than a bigint of the database holds. */
const MANY = 12;

describe('orders and deposits of the largest amount that nobody has paid', () => {
  let world: MoneyWorld;
  let merchant: MoneyMerchant;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
    merchant = await world.merchant();
    for (let made = 0; made < MANY; made += 1) await add(merchant, MAX_BALANCE);
    const deposit = { channel_id: merchant.channels.deposit, amount: MAX_BALANCE, payer_name: 'Ana', remark: null };
    await world.db.kysely
      .updateTable('channels')
      .set({ max_amount: MAX_BALANCE, fixed_fee: 0n, rate_bps: 0 })
      .execute();
    for (let made = 0; made < MANY; made += 1)
      await world.run((tx) => world.services.deposits.request(tx, merchant.maker, deposit));
  });
  afterAll(() => world.remove());

  function add({ merchantId, channels }: MoneyMerchant, amount: bigint): Promise<unknown> {
    const order = { created_at: world.clock.now(), currency: 'CNY', status: 'pending', amount, fee: 0n } as const;
    return insertRows(world.db.kysely, 'orders', [orderOf(merchantId, channels.collection, order)]);
  }
  const spans = () => homeSpans(world.clock.now(), 'UTC');
  const sumsOf = async ({ merchantId }: MoneyMerchant) => {
    const { from, to } = spans().span;
    return (await orderSums(world.db.kysely, merchantId, [from, to])).map(({ count, amount }) => ({ count, amount }));
  };
  const changes = async ({ merchantId }: MoneyMerchant) =>
    (await sql`select id from order_deltas where merchant_id = ${merchantId}`.execute(world.db.kysely)).rows;

  it('leave the figures of merchant and platform readable', async () => {
    expect(await sumsOf(merchant)).toEqual([{ count: MANY, amount: MAX_BALANCE * BigInt(MANY) }]);
    const [cny] = await businessOf(world.db, 'CNY', spans());
    expect(cny?.figures).toMatchObject({ count: MANY, open_count: MANY, amount: '0' });
  });

  it("don't keep the sums of other merchants from being stored", async () => {
    const other = await world.merchant();
    await add(other, 500n);
    expect(await changes(other)).toHaveLength(1);
    await foldDeltas(world.db);
    expect(await changes(other)).toEqual([]);
    expect(await sumsOf(other)).toEqual([{ count: 1, amount: 500n }]);
    expect(await sumsOf(merchant)).toEqual([{ count: MANY, amount: MAX_BALANCE * BigInt(MANY) }]);
    expect(await findWrongSums(world.db)).toEqual([]);
  });
});
