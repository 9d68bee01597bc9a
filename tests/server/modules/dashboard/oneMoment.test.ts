import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertRows } from '#server/db/rows.ts';
import { businessOf } from '#server/modules/dashboard/business.ts';
import { homeSpans } from '#server/modules/dashboard/spans.ts';
import { gate } from '#tests/support/gate.ts';
import { waitingForLocks } from '#tests/support/heldLock.ts';
import { orderOf } from '../../figures/orderOf.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '../../money/moneyWorld.ts';

let world: MoneyWorld;
let merchant: MoneyMerchant;
beforeAll(async () => {
  world = await moneyWorld('postgres');
  merchant = await world.merchant();
});
afterAll(() => world.remove());

it("the platform's total and its merchants add up although an order arrives while they are read", async () => {
  const { db, clock } = world;
  const order = () => {
    const values = { created_at: clock.now(), currency: 'CNY', status: 'success', amount: 500n, fee: 5n } as const;
    return orderOf(merchant.merchantId, merchant.channels.collection, values);
  };
  const read = () => businessOf(db, 'CNY', homeSpans(clock.now(), 'UTC'));
  await insertRows(db.kysely, 'orders', [order()]);
  // Opens enough connections for all statements to begin together below.
  await Promise.all([read(), read()]);
  const [locked, isRead] = [gate(), gate()];
  const arriving = db.transaction(async (tx) => {
    // Sums by channel wait for this, sums by merchant alone don't.
    await sql`lock table channels in access exclusive mode`.execute(tx);
    locked.open();
    await isRead.opened;
    await insertRows(tx, 'orders', [order()]);
  });
  await locked.opened;
  const reading = read();
  await expect.poll(() => waitingForLocks(db)).toBe(1);
  isRead.open();
  await arriving;
  const [cny] = await reading;
  const [share] = cny?.by_merchant ?? [];
  expect(cny?.figures.count).toBeGreaterThan(0);
  expect(share?.figures).toEqual(cny?.figures);
});
