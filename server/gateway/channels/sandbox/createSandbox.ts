import type { Selectable } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { SandboxOrdersTable } from '#server/db/schema.ts';
import { SANDBOX_DECLINES, sandboxOutcome } from '#shared/gateway/sandboxOutcome.ts';
import type { ChannelAdapter, ChannelOrder, RefundAdapter, SendingAdapter } from '../ChannelAdapter.ts';

interface SandboxResult {
  status: 'processing' | 'success' | 'failed';
  channel_order_no: string | null;
  error_code: string | null;
  error_msg: string | null;
}

const NOTHING_YET = { channel_order_no: null, error_code: null, error_msg: null };

type SandboxOrder = Selectable<SandboxOrdersTable>;

interface SandboxDeps {
  db: Db;
  clock: Clock;
}

/** Stands in for a bank: settles payouts by a rule (`sandboxResult`) and moves no money. */
export function createSandbox(deps: SandboxDeps): ChannelAdapter {
  return sandboxOf(deps, ({ payeeAmount }) => payeeAmount);
}

/** The same for refunds. Doesn't check that it has received the refunded payment. */
export function createRefundSandbox(deps: SandboxDeps): RefundAdapter {
  return sandboxOf(deps, ({ payerAmount }) => payerAmount);
}

/** The order's amount decides the result. */
type Sent = ChannelOrder & { amount: bigint; currency: string };

/**
 * Simulates a bank, by the rule of `sandboxResult`; moves no money. Keeps its state in its own table and transactions,
 * so after a crash it knows what a bank would know.
 *
 * @param paidBy returns the amount that the other side receives, in minor units
 */
function sandboxOf<Order extends Sent>(
  { db: { kysely }, clock }: SandboxDeps,
  paidBy: (order: Order) => bigint,
): SendingAdapter<Order> {
  async function enter(sent: Order): Promise<void> {
    const at = clock.now();
    await kysely
      .insertInto('sandbox_orders')
      .values({
        merchant_id: sent.merchantId,
        order_no: sent.orderNo,
        amount: paidBy(sent),
        currency: sent.currency,
        ...sandboxResult(sent),
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'order_no']).doNothing())
      .execute();
  }

  /** @throws {Error} if it was sent with another amount */
  async function find(sent: Order): Promise<SandboxOrder | undefined> {
    const { merchantId, orderNo, currency } = sent;
    const found = await kysely
      .selectFrom('sandbox_orders')
      .where('merchant_id', '=', merchantId)
      .where('order_no', '=', orderNo)
      .selectAll()
      .executeTakeFirst();
    const amount = paidBy(sent);
    if (found && (found.amount !== amount || found.currency !== currency)) {
      throw new Error(`the sandbox has ${found.amount} ${found.currency} instead of ${amount} ${currency}`);
    }
    return found;
  }

  /** An order that was kept waiting is paid on the first query. */
  async function settle({ merchantId, orderNo }: ChannelOrder): Promise<void> {
    await kysely
      .updateTable('sandbox_orders')
      .set({ ...sandboxPaid({ orderNo }), updated_at: clock.now() })
      .where('merchant_id', '=', merchantId)
      .where('order_no', '=', orderNo)
      .where('status', '=', 'processing')
      .execute();
  }

  return {
    async send(sent) {
      await enter(sent);
      const order = await find(sent);
      const answer = order ? answerOf(order) : null;
      return answer ?? { status: 'accepted' };
    },
    async query(order) {
      await settle(order);
      const found = await find(order);
      return found ? (answerOf(found) ?? { status: 'processing' }) : { status: 'not_found' };
    },
  };
}

/** The final result, or null if it has none yet. */
function answerOf({ status, channel_order_no, error_code, error_msg }: SandboxOrder) {
  if (status === 'success') return { status, channelOrderNo: channel_order_no ?? '' };
  if (status === 'failed') return { status, errorCode: error_code ?? '', errorMessage: error_msg ?? '' };
  return null;
}

/** The result by the rule of `sandboxOutcome`. A waiting order is paid once it is queried. */
function sandboxResult({ amount, orderNo }: Pick<Sent, 'amount' | 'orderNo'>): SandboxResult {
  switch (sandboxOutcome(amount)) {
    case 'failed':
      return { ...NOTHING_YET, status: 'failed', error_code: 'SANDBOX_DECLINED', error_msg: SANDBOX_DECLINES };
    case 'waiting':
      return { ...NOTHING_YET, status: 'processing' };
    case 'success':
      return sandboxPaid({ orderNo });
  }
}

/** Paid, with a deterministic number for the order. */
function sandboxPaid({ orderNo }: Pick<Sent, 'orderNo'>): SandboxResult {
  return { ...NOTHING_YET, status: 'success', channel_order_no: `S${orderNo}` };
}
