import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#server/db/schema.ts';
import { usualLimit } from './usualLimit.ts';

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
