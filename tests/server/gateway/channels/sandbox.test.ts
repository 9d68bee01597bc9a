import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import type { ChannelOrder } from '#server/gateway/channels/ChannelAdapter.ts';
import { createRefundSandbox, createSandbox } from '#server/gateway/channels/sandbox/createSandbox.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { TestClock } from '#tests/support/testClock.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { adapterContract, newChannelPayout, newChannelRefund } from './adapterContract.ts';

describe('the sandbox', () => {
  let database: TestDatabase<Database>;
  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
  });
  afterAll(() => database.remove());

  const sandbox = () => createSandbox({ db: database.db, clock: new TestClock() });
  const signal = new AbortController().signal;
  const entries = (merchantId: string, orderNo: string) =>
    database.db.kysely
      .selectFrom('sandbox_orders')
      .where('merchant_id', '=', merchantId)
      .where('order_no', '=', orderNo)
      .selectAll()
      .execute();

  const amounts = { paid: 10_000n, failed: 10_013n, waiting: 10_077n };
  async function timesPaid({ merchantId, orderNo }: ChannelOrder): Promise<number> {
    const rows = await entries(merchantId, orderNo);
    return rows.filter(({ status }) => status === 'success').length;
  }

  describe('pays out', () => {
    adapterContract({
      adapter: sandbox,
      amounts,
      timesPaid,
      order: async (amount, of) => newChannelPayout(amount, of),
    });
  });

  describe('refunds', () => {
    adapterContract({
      amounts,
      timesPaid,
      adapter: () => createRefundSandbox({ db: database.db, clock: new TestClock() }),
      order: async (amount, of) => newChannelRefund(amount, of),
    });
  });

  it.each([
    [13n, 'failed'],
    [1_313n, 'failed'],
    [77n, 'accepted'],
    [130n, 'success'],
    [7_700n, 'success'],
    [1n, 'success'],
    [9_007_199_254_740_977n, 'accepted'],
  ])('uses the last two digits: %s is %s', async (amount, status) => {
    expect(await sandbox().send(newChannelPayout(amount), signal)).toMatchObject({ status });
  });

  it("uses the order’s amount and pays the payee's amount", async () => {
    const payout = newChannelPayout(10_013n, { payeeAmount: 9_900n });
    expect(await sandbox().send(payout, signal)).toMatchObject({ status: 'failed' });
    expect(await entries(payout.merchantId, payout.orderNo)).toMatchObject([{ amount: 9_900n }]);
  });
});
