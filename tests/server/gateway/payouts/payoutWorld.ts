import type { Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import type { ChannelAdapter, ChannelOrder } from '#server/gateway/channels/ChannelAdapter.ts';
import { createSandbox } from '#server/gateway/channels/sandbox/createSandbox.ts';
import { createPayoutProcessor } from '#server/gateway/createPayoutProcessor.ts';
import { type Processor, PROCESSOR_TIMES, type ProcessorTimes } from '#server/jobs/createProcessor.ts';
import type { Payout } from '#server/modules/payouts/service.ts';
import { type MoneyMerchant, moneyWorld, type MoneyWorld } from '../../money/moneyWorld.ts';

/** A merchant with money, and a channel whose calls are recorded. */
export interface PayoutWorld extends MoneyWorld {
  merchant1: MoneyMerchant;
  sandbox: ChannelAdapter;
  /** `send P…` and `query P…`, in the order of the calls. */
  calls: string[];
  /**
   * Makes a payment that passes immediately.
   * @returns its payout's ID
   */
  pay(amount: bigint): Promise<string>;
  payout(id: string): Promise<Payout>;
  /** A worker of a process. Uses the sandbox by default. */
  processor(adapter?: Partial<ChannelAdapter>, times?: Partial<ProcessorTimes>): Processor;
  /** Seconds after which a worker's claims have expired. */
  lease: number;
}

export async function payoutWorld(kind: Db['kind']): Promise<PayoutWorld> {
  const world = await moneyWorld(kind);
  const merchant1 = await world.merchant({ approvalThreshold: 10_000_000n });
  const { db, clock, cipher, services, run, operator, secondOperator } = world;
  const { merchantId } = merchant1;
  const wish = { merchantId, currency: 'CNY', amount: 1_000_000_000n, reason: 'Opening balance' };
  const opening = await run((tx) => services.adjustments.request(tx, operator, wish));
  await run((tx) => services.adjustments.approve(tx, secondOperator, { merchantId, id: opening.id }));
  const sandbox = createSandbox(world);
  const calls: string[] = [];
  const told =
    <Order extends ChannelOrder, Answer>(name: string, call: (order: Order, signal: AbortSignal) => Promise<Answer>) =>
    (order: Order, signal: AbortSignal) => {
      calls.push(`${name} ${order.orderNo}`);
      return call(order, signal);
    };
  return {
    ...world,
    merchant1,
    sandbox,
    calls,
    lease: PROCESSOR_TIMES.leaseMs / 1000,
    async pay(amount) {
      const { payout_id } = await run((tx) =>
        services.paymentRequests.request(tx, merchant1.maker, {
          channel_id: merchant1.channels.payout,
          payee_name: 'Ana',
          card_number: '6222020200112233445',
          bank_name: 'Bank',
          branch_name: null,
          amount,
          remark: null,
        }),
      );
      return payout_id ?? '';
    },
    payout: (id) => db.kysely.selectFrom('payouts').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
    processor(adapter = {}, times = {}) {
      const { send, query } = { ...sandbox, ...adapter };
      const asked: ChannelAdapter = { send: told('send', send), query: told('query', query) };
      const adapterOf = () => ({ adapter: asked, books: 'sandbox' });
      const means = { db, clock, cipher, payouts: services.payouts, log: silentLog, adapterOf };
      return createPayoutProcessor(means, { ...PROCESSOR_TIMES, ...times });
    },
  };
}
