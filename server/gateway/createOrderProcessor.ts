import { debitAmount } from '#shared/money/fee.ts';
import type { Db } from '#server/db/connect.ts';
import { ConflictError } from '#server/errors.ts';
import { inGroups } from '#server/jobs/inGroups.ts';
import { type Job, orderJobs } from '#server/jobs/jobQueue.ts';
import type { Order, OrderOutcome, Orders } from '#server/modules/orders/service.ts';
import { answerOrUnknown } from './channels/answerOrUnknown.ts';
import type { AskAnswer, ChannelCollection, CloseAnswer, CollectionAdapter } from './channels/ChannelAdapter.ts';
import type { AdapterOf } from './channels/ChannelConnections.ts';
import {
  createProcessor,
  GATHER_MS,
  type Processor,
  PROCESSOR_TIMES,
  type ProcessorDeps,
  type ProcessorTimes,
} from '#server/jobs/createProcessor.ts';

/** An order without a result, with its channel's code. */
interface OpenOrder extends Order {
  channel_code: string;
  is_test: boolean;
  /** The merchant has queried the order. */
  asked: boolean;
  /** The payment page, if the channel has returned one. */
  pay_url: string | null;
  /** The books of the bank that received it, or null if none has. */
  sent_to: string | null;
}

interface OrderProcessorDeps extends ProcessorDeps {
  orders: Orders;
  adapterOf: AdapterOf<CollectionAdapter>;
  /** Called after the result of an order has been committed. Test data isn't counted. */
  onEnded?: ((status: OrderOutcome['status']) => void) | undefined;
}

/** An order with its channel's result. */
interface Answered {
  order: OpenOrder;
  outcome: OrderOutcome;
}

/** Orders that are read or settled in one transaction at most. */
const MOST_SETTLED = 50;

/** `sent_to` of an order that is closed without having been sent to a bank. */
const NOWHERE = '';

const WALLET_FULL = {
  error_code: 'wallet_full',
  error_msg: "The payer has paid, but the wallet can't hold more. The order succeeds once money has left the wallet.",
};

const SENT_MEANWHILE = { status: 'unknown', reason: 'another worker has just sent it' } as const;

/**
 * Enough orders at once to make groups of them, because all but the channel's answer is done in groups. Not all of one
 * merchant, so that its slow channel doesn't take all places. Fewer on the embedded database, where users' calls queue
 * with them for one connection.
 */
const ORDER_TIMES: Readonly<Record<Db['kind'], ProcessorTimes>> = {
  embedded: { ...PROCESSOR_TIMES, atOnce: 16, ofTenant: 12, gatherMs: GATHER_MS },
  postgres: { ...PROCESSOR_TIMES, atOnce: 64, ofTenant: 48, gatherMs: GATHER_MS },
};

/** Times for opening an order while its merchant's server waits for the payment page. */
export const OPENING_TIMES: ProcessorTimes = { ...PROCESSOR_TIMES, answerMs: 5_000 };

/**
 * Worker that brings collection orders to their result. Opens an order at its channel, queries it, and closes it when the
 * payer's time is over. Only the channel decides the result, because only it knows of a payment in the last second. An
 * order that no bank has received is closed directly. If the channel now uses another bank, that bank isn't queried.
 */
export function createOrderProcessor(
  deps: OrderProcessorDeps,
  times: ProcessorTimes = ORDER_TIMES[deps.db.kind],
): Processor {
  const { db, clock, log, orders, adapterOf, onEnded } = deps;
  const { answerMs } = times;

  async function asked(order: OpenOrder): Promise<AskAnswer | CloseAnswer> {
    const { merchant_id, id, sent_to } = order;
    const channelOrder = channelOrderOf(order);
    const isOver = order.expires_at !== null && order.expires_at <= clock.now();
    if (sent_to === null && isOver) {
      return (await orderJobs.sendTo(db.kysely, merchant_id, id, NOWHERE)) ? { status: 'closed' } : SENT_MEANWHILE;
    }
    if (sent_to === NOWHERE) return { status: 'closed' };
    const connected = adapterOf({ code: order.channel_code, isTest: order.is_test });
    if (!connected) return { status: 'unknown', reason: `the channel ${order.channel_code} is not connected` };
    const { adapter, books } = connected;
    const open = () => answerOrUnknown<AskAnswer>((signal) => adapter.open(channelOrder, signal), answerMs);
    if (sent_to === null) {
      return (await orderJobs.sendTo(db.kysely, merchant_id, id, books)) ? open() : SENT_MEANWHILE;
    }
    if (sent_to !== books) return { status: 'unknown', reason: `it was sent to "${sent_to}", not to "${books}"` };
    if (isOver) return answerOrUnknown<CloseAnswer>((signal) => adapter.close(channelOrder, signal), answerMs);
    const answer = await answerOrUnknown<AskAnswer>((signal) => adapter.ask(channelOrder, signal), answerMs);
    return answer.status === 'not_found' ? open() : answer;
  }

  /** Undefined if the order has ended. */
  const findOpenOrder = inGroups({
    keyOf: ({ merchant_id }: Job) => merchant_id,
    most: MOST_SETTLED,
    act: (jobs: readonly Job[]) => findOpenOrders(db, jobs),
  });

  const settled = inGroups({
    keyOf: ({ order }: Answered) => `${order.merchant_id} ${order.currency}`,
    most: MOST_SETTLED,
    act: async (answered: readonly Answered[]) => {
      const results = answered.map(({ order: { id }, outcome }) => ({ id, outcome }));
      const merchantId = answered[0]?.order.merchant_id ?? '';
      return db.transaction((tx) => orders.settleAll(tx, merchantId, results));
    },
  });

  async function settle(order: OpenOrder, outcome: OrderOutcome): Promise<void> {
    await settled({ order, outcome });
    if (!order.is_test) onEnded?.(outcome.status);
  }

  async function keepPayUrl({ merchant_id, id, pay_url }: OpenOrder, payUrl: string | null): Promise<void> {
    if (payUrl === pay_url) return;
    await db.kysely
      .updateTable('order_jobs')
      .set({ pay_url: payUrl })
      .where('merchant_id', '=', merchant_id)
      .where('order_id', '=', id)
      .execute();
  }

  /** Records on the pending order why it isn't credited. It is retried, and the reason disappears on success. */
  async function keepWalletFull({ merchant_id, id, order_no }: OpenOrder): Promise<void> {
    log.warn({ order_no }, "An order was paid, but can't be credited: the wallet is at its limit");
    await db.kysely
      .updateTable('orders')
      .set({ ...WALLET_FULL, updated_at: clock.now() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('error_code', 'is distinct from', WALLET_FULL.error_code)
      .execute();
  }

  /** @returns when the payer's time is over, or `done` if the order has ended */
  async function collect(job: Job): Promise<Date | null | 'done'> {
    const order = await findOpenOrder(job);
    if (!order) return null;
    const { order_no, expires_at } = order;
    try {
      const answer = await asked(order);
      if (answer.status === 'unknown')
        log.warn({ order_no, reason: answer.reason }, 'The result of an order is unknown');
      else if (answer.status === 'waiting') await keepPayUrl(order, answer.payUrl);
      else if (answer.status !== 'not_found') {
        await settle(order, answer);
        return 'done';
      }
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      if (error.id === 'balance_limit') await keepWalletFull(order);
      else log.warn({ order_no }, 'Another worker has already processed an order');
    }
    return expires_at;
  }

  return createProcessor(deps, { queue: orderJobs, subject: 'collection order', work: collect }, times);
}

/** An order as its channel's adapter receives it. */
export function channelOrderOf(order: Order & Pick<OpenOrder, 'asked'>): ChannelCollection {
  const { merchant_id, order_no, amount, fee, deduction, currency, subject, asked } = order;
  return {
    merchantId: merchant_id,
    orderNo: order_no,
    amount,
    currency,
    payerAmount: debitAmount(amount, fee, deduction),
    subject,
    payerName: order.payer_name,
    clientIp: order.client_ip,
    returnUrl: order.return_url,
    expiresAt: order.expires_at,
    asked,
  };
}

/**
 * Reads jobs once, and orders by their keys, also by a plan that was made while there were few. With the status as a condition, such
 * a plan would read all pending orders.
 */
const ORDERS_WITH_JOBS = `
  with jobs as materialized (
    select order_id, asked, pay_url, sent_to from order_jobs where merchant_id = $1 and order_id = any ($2::uuid[])
  )
  select o.*, c.code as channel_code, j.asked, j.pay_url, j.sent_to, m.type = 'test' as is_test
  from jobs j
  join orders o on o.merchant_id = $1 and o.id = j.order_id
  join channels c on c.merchant_id = o.merchant_id and c.id = o.channel_id
  join merchants m on m.merchant_id = o.merchant_id`;

/** Orders of one tenant by their jobs, in the order of `jobs`; undefined for one that has ended. */
async function findOpenOrders(db: Db, jobs: readonly Job[]): Promise<(OpenOrder | undefined)[]> {
  const found = await db.single<OpenOrder>(ORDERS_WITH_JOBS, [jobs[0]?.merchant_id, jobs.map(({ id }) => id)]);
  const byId = new Map(found.filter(({ status }) => status === 'pending').map((order) => [order.id, order]));
  return jobs.map(({ id }) => byId.get(id));
}
