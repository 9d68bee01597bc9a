import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#server/db/schema.ts';

/** A payment that awaits a decision: its merchant, currency and amount. */
interface Waiting {
  merchantId: string;
  /** Minor units. */
  amount: bigint;
  currency: string;
}

/** Number of a merchant's recent payments that define its usual amounts. */
const USUAL_PAYMENTS = 100;

/** Earlier payments to a payee, for approvers. Amounts in minor units, as digits. */
interface PayeeHistory {
  payments: number;
  paid: string;
  /** ISO 8601 UTC, or null if never. */
  last_paid_at: string | null;
  payee_standing: 'first_payment' | 'paid_before';
  /** Null if the merchant has no comparable payment yet. */
  amount_standing: 'above_usual' | 'usual' | null;
}

/**
 * Returns earlier payments to the same payee, and whether the amount exceeds the usual ones: see `usualLimit` of the
 * merchant's last 100 payments of that kind in the currency.
 * @param payee condition for payments to the same payee
 */
export async function payeeHistory(
  db: DbOrTx,
  table: 'payouts' | 'withdrawals',
  { merchantId, amount, currency }: Waiting,
  payee: RawBuilder<unknown>,
): Promise<PayeeHistory> {
  const rows = sql`from ${sql.table(table)}
    where merchant_id = ${merchantId} and currency = ${currency} and status = 'success'`;
  const { rows: found } = await sql<{
    payments: bigint;
    paid: string;
    last_paid_at: Date | null;
    recent: string[];
  }>`
    select count(*) as payments, coalesce(sum(amount), 0)::text as paid, max(finished_at) as last_paid_at,
      array(select amount::text ${rows} order by created_at desc, id desc limit ${USUAL_PAYMENTS}) as recent
    ${rows} and ${payee}`.execute(db);
  const [{ payments, paid, last_paid_at, recent } = { payments: 0n, paid: '0', last_paid_at: null, recent: [] }] =
    found;
  const limit = usualLimit(recent.map(BigInt));
  return {
    payments: Number(payments),
    paid,
    last_paid_at: last_paid_at?.toISOString() ?? null,
    payee_standing: payments > 0n ? 'paid_before' : 'first_payment',
    amount_standing: limit === null ? null : amount > limit ? 'above_usual' : 'usual',
  };
}

/** One recent payment in this many, and at least one, may be exceptionally large without changing what is usual. */
const PER_EXCEPTION = 20;

/**
 * Returns the largest usual amount of a merchant, or null without recent payments. It is the 95th percentile of the
 * recent payments (nearest rank), or twice their median if that is higher. Of fewer than 20 payments, the percentile is
 * the second largest. Therefore a single large payment never makes the next one usual.
 *
 * @param recent amounts of recent payments in minor units, in any order
 */
export function usualLimit(recent: readonly bigint[]): bigint | null {
  const sorted = recent.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const exceptions = Math.max(1, Math.floor(sorted.length / PER_EXCEPTION));
  const percentile = sorted[Math.max(0, sorted.length - 1 - exceptions)];
  // Of an even number, the lower one of the two in the middle.
  const median = sorted[(sorted.length - 1) >> 1];
  if (percentile === undefined || median === undefined) return null;
  return percentile > 2n * median ? percentile : 2n * median;
}
