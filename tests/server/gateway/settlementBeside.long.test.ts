import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#server/db/dbLog.ts';
import { AppError, UnavailableError } from '#server/errors.ts';
import { createOrderProcessor } from '#server/gateway/createOrderProcessor.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { refundWorld, type RefundWorld } from '../modules/refunds/refundWorld.ts';
import type { MoneyMerchant } from '../money/moneyWorld.ts';
import { placeOrder } from '../money/placeOrder.ts';

const ORDERS = 150;
const AMOUNT = 10_000n;

let world: RefundWorld;
beforeAll(async () => {
  world = await refundWorld('postgres');
});
afterAll(() => world.remove());

it('two workers settle in groups while the same wallets are refunded and withdrawn from', async () => {
  const { services, run, db } = world;
  const channel = { rate_bps: 0, fixed_fee: 0n, deduction: 'inner' } as const;
  const merchants = [await world.merchant({ channel }), await world.merchant({ channel })] as const;
  for (const merchant of merchants)
    for (let placed = 0; placed < ORDERS; placed += 1) await placeOrder(world, merchant, { amount: AMOUNT });
  // The second worker claims what the first has claimed already, as after a lease that expired.
  const leases = [60_000, 0];
  const paid = async () => ({ status: 'success' as const, channelOrderNo: 'C' });
  const adapterOf = () => ({ adapter: { open: paid, ask: paid, close: paid }, books: 'bank' });
  const workers = leases.map((leaseMs) =>
    createOrderProcessor(
      { ...world, log: silentLog, orders: services.orders, adapterOf },
      { atOnce: 32, leaseMs, answerMs: 1_000, idleMs: 5 },
    ),
  );
  const refused: unknown[] = [];
  let [withdrawn, refunded] = [0n, 0n];
  async function besides(merchant: MoneyMerchant): Promise<void> {
    const before = await world.paidOrder(merchant, AMOUNT);
    for (let call = 0; call < 25; call += 1) {
      const refund = { orderId: before.id, amount: 100n, reason: 'Returned' };
      const withdrawal = { bankcard_id: merchant.cardId, amount: 200n, remark: null };
      const [back, out] = await Promise.allSettled([
        run((tx) => services.refunds.request(tx, merchant.maker, refund)),
        run((tx) => services.withdrawals.request(tx, merchant.maker, withdrawal)),
      ]);
      if (back.status === 'fulfilled') refunded += 100n;
      else refused.push(back.reason);
      if (out.status === 'fulfilled') withdrawn += 200n;
      else refused.push(out.reason);
    }
  }
  for (const worker of workers) worker.start();
  await Promise.all(merchants.map(besides));
  const open = () => {
    world.clock.advance(5);
    return db.kysely.selectFrom('order_jobs').select('order_id').execute();
  };
  await expect.poll(open, { timeout: 60_000 }).toEqual([]);
  for (const worker of workers) await worker.stop();

  // Balances suffice, so nothing is refused, and no call waits so long for a lock that it fails.
  expect(refused.filter((error) => !(error instanceof AppError) || error instanceof UnavailableError)).toEqual([]);
  const wallets = await Promise.all(merchants.map(({ wallet }) => wallet()));
  const total = wallets.reduce((sum, { available, frozen }) => sum + available + frozen, 0n);
  expect(total).toBe(2n * BigInt(ORDERS + 1) * AMOUNT);
  expect(wallets.reduce((sum, { frozen }) => sum + frozen, 0n)).toBe(withdrawn + refunded);
  const states = await db.kysely.selectFrom('orders').select('status').distinct().execute();
  expect(states).toEqual([{ status: 'success' }]);
  expect([...(await findViolations(db)), ...(await findBusinessViolations(db))]).toEqual([]);
});
