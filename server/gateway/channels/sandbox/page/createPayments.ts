import type { OwnCurrency } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import { tokenKey } from '#server/crypto/token.ts';
import type { Db } from '#server/db/connect.ts';
import { inTenant } from '#server/db/rows.ts';
import { orderJobs } from '#server/jobs/jobQueue.ts';

export type PaymentState = 'open' | 'paid' | 'failed' | 'expired';

/** The contents of a payment page. */
export interface Payment {
  state: PaymentState;
  merchantName: string;
  /** Currency settings of the merchant, so that amounts and times look like in its console. */
  own: OwnCurrency;
  timeZone: string;
  /** Amount the payer pays, in minor units. */
  amount: bigint;
  currency: string;
  /** The merchant's own order number, which the payer knows. */
  orderNo: string;
  subject: string | null;
  expiresAt: Date | null;
  /** Page to which the payer returns. */
  returnUrl: string | null;
}

type PayerDecision = 'pay' | 'decline';

/** Operations of a payment page by its token; null for an unknown token. */
export interface Payments {
  /** The order's status. From now on the payer decides instead of the sandbox's rule. */
  open(token: string): Promise<Payment | null>;
  /** Takes effect once; later or late decisions change nothing. */
  decide(token: string, decision: PayerDecision): Promise<Payment | null>;
}

/**
 * Backend of the sandbox's payment pages. Books nothing: a decision makes the order's job due, and the worker queries
 * the sandbox.
 */
export function createPayments({ db: { kysely }, clock }: { db: Db; clock: Clock }): Payments {
  async function find(token: string) {
    const merchantId = tokenKey(token)?.merchantId;
    if (merchantId === undefined) return null;
    const row = await kysely
      .selectFrom('sandbox_collections as s')
      .innerJoin('orders as o', inTenant('o.order_no', 's.order_no'))
      .innerJoin('merchants as m', 'm.merchant_id', 's.merchant_id')
      .where('s.merchant_id', '=', merchantId)
      .where('s.token', '=', token)
      .select(['s.status', 's.amount', 's.currency', 's.page_opened_at', 's.order_no'])
      .select(['o.id as order_id', 'o.merchant_order_no', 'o.subject', 'o.expires_at', 'o.return_url'])
      .select(['m.merchant_id', 'm.name', 'm.currency as own_currency', 'm.is_divide_hundred', 'm.time_zone'])
      .executeTakeFirst();
    return row ?? null;
  }
  type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

  const stateOf = ({ status, expires_at }: Found): PaymentState => {
    if (status === 'paid') return 'paid';
    if (status === 'failed' || status === 'declined') return 'failed';
    const isOver = status === 'closed' || (expires_at !== null && expires_at <= clock.now());
    return isOver ? 'expired' : 'open';
  };

  const waiting = ({ merchant_id, order_no }: Found) =>
    kysely
      .updateTable('sandbox_collections')
      .where('merchant_id', '=', merchant_id)
      .where('order_no', '=', order_no)
      .where('status', '=', 'waiting');

  const present = (row: Found): Payment => ({
    state: stateOf(row),
    merchantName: row.name,
    timeZone: row.time_zone,
    own: { currency: row.own_currency, is_divide_hundred: row.is_divide_hundred },
    amount: row.amount,
    currency: row.currency,
    orderNo: row.merchant_order_no,
    subject: row.subject,
    expiresAt: row.expires_at,
    returnUrl: row.return_url,
  });

  return {
    async open(token) {
      const row = await find(token);
      if (!row) return null;
      if (stateOf(row) === 'open' && row.page_opened_at === null) {
        await waiting(row).set({ page_opened_at: clock.now() }).where('page_opened_at', 'is', null).execute();
      }
      return present(row);
    },

    async decide(token, decision) {
      const row = await find(token);
      if (!row) return null;
      if (stateOf(row) !== 'open') return present(row);
      const now = clock.now();
      await waiting(row)
        .set({ status: decision === 'pay' ? 'paid' : 'declined', updated_at: now })
        .execute();
      await orderJobs.makeDue(kysely, row.merchant_id, row.order_id, now);
      const decided = await find(token);
      return decided && present(decided);
    },
  };
}
