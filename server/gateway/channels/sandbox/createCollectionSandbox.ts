import type { Selectable } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { newToken } from '#server/crypto/token.ts';
import type { Db } from '#server/db/connect.ts';
import type { SandboxCollectionsTable } from '#server/db/schema.ts';
import { PAY_PAGE_PATH } from '#server/http/limits.ts';
import { SANDBOX_DECLINES, sandboxOutcome } from '#shared/gateway/sandboxOutcome.ts';
import type { ChannelCollection, CollectionAdapter, CollectionResult, OpenAnswer } from '../ChannelAdapter.ts';

type SandboxCollection = Selectable<SandboxCollectionsTable>;
type Status = SandboxCollection['status'];

interface CollectionSandboxDeps {
  db: Db;
  clock: Clock;
  /** Base URL of the payment pages: `https://pay.example.com`. */
  publicUrl: string;
}

/**
 * Simulates a collecting bank by the last two digits of the amount: 13 fails, 77 is paid only after the merchant
 * queries it, others are paid a moment later. Once the payment page is opened, the payer decides instead. Keeps its
 * state in its own table and transactions, so after a crash it knows what a bank would know.
 */
export function createCollectionSandbox({ db, clock, publicUrl }: CollectionSandboxDeps): CollectionAdapter {
  const { kysely } = db;

  async function enter(order: ChannelCollection, status: Status): Promise<void> {
    const at = clock.now();
    await kysely
      .insertInto('sandbox_collections')
      .values({
        merchant_id: order.merchantId,
        order_no: order.orderNo,
        status,
        token: newToken(order.merchantId),
        amount: order.payerAmount,
        currency: order.currency,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'order_no']).doNothing())
      .execute();
  }

  function waiting({ merchantId, orderNo }: ChannelCollection, status: Status) {
    return kysely
      .updateTable('sandbox_collections')
      .set({ status, updated_at: clock.now() })
      .where('merchant_id', '=', merchantId)
      .where('order_no', '=', orderNo)
      .where('status', '=', 'waiting');
  }

  function find({ merchantId, orderNo }: ChannelCollection): Promise<SandboxCollection | undefined> {
    return kysely
      .selectFrom('sandbox_collections')
      .where('merchant_id', '=', merchantId)
      .where('order_no', '=', orderNo)
      .selectAll()
      .executeTakeFirst();
  }

  function answerOf(row: SandboxCollection): OpenAnswer {
    const payUrl = row.token === null ? null : `${publicUrl}${PAY_PAGE_PATH}/${row.token}`;
    return resultOf(row) ?? { status: 'waiting', payUrl };
  }

  return {
    async open(order) {
      await enter(order, sandboxOutcome(order.amount) === 'failed' ? 'failed' : 'waiting');
      const found = await find(order);
      return found ? answerOf(found) : { status: 'unknown', reason: 'What was just entered is gone' };
    },
    async ask(order) {
      const isPaid = sandboxOutcome(order.amount) !== 'waiting' || order.asked;
      if (isPaid) await waiting(order, 'paid').where('page_opened_at', 'is', null).execute();
      const found = await find(order);
      return found ? answerOf(found) : { status: 'not_found' };
    },
    async close(order) {
      await enter(order, 'closed');
      await waiting(order, 'closed').execute();
      const found = await find(order);
      const result = found && found.status !== 'closed' ? resultOf(found) : null;
      return result ?? { status: 'closed' };
    },
  };
}

/** The final result, or null if it has none yet. */
function resultOf({ status, order_no }: Pick<SandboxCollection, 'status' | 'order_no'>): CollectionResult | null {
  switch (status) {
    case 'paid':
      return { status: 'success', channelOrderNo: `S${order_no}` };
    case 'failed':
      return { status: 'failed', errorCode: 'SANDBOX_DECLINED', errorMessage: SANDBOX_DECLINES };
    case 'declined':
      return { status: 'failed', errorCode: 'SANDBOX_PAYER_DECLINED', errorMessage: 'The payer has declined to pay' };
    case 'closed':
      return { status: 'failed', errorCode: 'SANDBOX_CLOSED', errorMessage: 'The sandbox has closed this order' };
    case 'waiting':
      return null;
  }
}
