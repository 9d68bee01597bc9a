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

const FOUND = 'select * from sandbox_collections where merchant_id = $1 and order_no = $2';

const ENTER = `
  with entered as (
    insert into sandbox_collections (merchant_id, order_no, status, token, amount, currency, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7)
    on conflict (merchant_id, order_no) do nothing
    returning *
  ) select * from entered union all ${FOUND}`;

const MOVE = `
  with moved as (
    update sandbox_collections set status = $3, updated_at = $4
    where merchant_id = $1 and order_no = $2 and status = 'waiting'
      and ($3 = 'closed' or $3 = 'paid' and page_opened_at is null)
    returning *
  ) select * from moved union all ${FOUND} and not exists (select from moved)`;

/**
 * Simulates a collecting bank by the last two digits of the amount: 13 fails, 77 is paid only after the merchant
 * queries it, others are paid a moment later. Once the payment page is opened, the payer decides instead. Keeps its
 * state in its own table and transactions, so after a crash it knows what a bank would know.
 */
export function createCollectionSandbox({ db, clock, publicUrl }: CollectionSandboxDeps): CollectionAdapter {
  /** Enters an order, unless it was entered before. Returns what the books say of it then. */
  async function entered(order: ChannelCollection, status: Status): Promise<SandboxCollection | undefined> {
    const { merchantId, orderNo, payerAmount, currency } = order;
    const given = [status, newToken(merchantId), payerAmount, currency, clock.now()];
    const [row] = await db.single<SandboxCollection>(ENTER, [merchantId, orderNo, ...given]);
    // A concurrent call has entered it.
    return row ?? moved(order, null);
  }

  /**
   * Moves a waiting order to another status; only one whose page nobody has opened if it is `paid`.
   * @param to null to read only
   * @returns undefined if the order was never entered
   */
  async function moved(
    { merchantId, orderNo }: ChannelCollection,
    to: 'paid' | 'closed' | null,
  ): Promise<SandboxCollection | undefined> {
    const [row] = await db.single<SandboxCollection>(MOVE, [merchantId, orderNo, to, clock.now()]);
    return row;
  }

  function answerOf(row: SandboxCollection): OpenAnswer {
    const payUrl = row.token === null ? null : `${publicUrl}${PAY_PAGE_PATH}/${row.token}`;
    return resultOf(row) ?? { status: 'waiting', payUrl };
  }

  return {
    async open(order) {
      const found = await entered(order, sandboxOutcome(order.amount) === 'failed' ? 'failed' : 'waiting');
      return found ? answerOf(found) : { status: 'unknown', reason: 'What was just entered is gone' };
    },
    async ask(order) {
      const isPaid = sandboxOutcome(order.amount) !== 'waiting' || order.asked;
      const found = await moved(order, isPaid ? 'paid' : null);
      return found ? answerOf(found) : { status: 'not_found' };
    },
    async close(order) {
      await entered(order, 'closed');
      await moved(order, 'closed');
      // Read anew: the payer may have decided while the closing waited for the row.
      const found = await moved(order, null);
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
