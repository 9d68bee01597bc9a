import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/schema.ts';

/** Money that waits for a decision: whose, and how much. */
export interface Waiting {
  merchantId: string;
  /** Minor units. */
  amount: bigint;
  currency: string;
}

/** How many of a merchant's last payments say what is usual. */
const USUAL_PAYMENTS = 100;

/** What a payee got before, for those who decide; amounts in minor units, as digits. */
interface PaidBefore {
  payments: number;
  paid: string;
  /** ISO 8601 UTC; null: never. */
  last_paid_at: string | null;
  payee_standing: 'first_payment' | 'paid_before';
  /** null: the merchant has paid nothing yet that an amount could be compared with. */
  amount_standing: 'above_usual' | 'usual' | null;
}

/**
 * What was paid to somebody before, and whether the amount is larger than each of the merchant's last 100 payments of
 * that kind in the currency.
 * @param payee which rows are payments to the same payee
 */
export async function paidBefore(
  db: Kysely<Database>,
  table: 'payouts' | 'withdrawals',
  { merchantId, amount, currency }: Waiting,
  payee: RawBuilder<unknown>,
): Promise<PaidBefore> {
  const rows = sql`from ${sql.table(table)}
    where merchant_id = ${merchantId} and currency = ${currency} and status = 'success'`;
  const { rows: found } = await sql<{
    payments: bigint;
    paid: string;
    last_paid_at: Date | null;
    largest: bigint | null;
  }>`
    select count(*) as payments, coalesce(sum(amount), 0)::text as paid, max(finished_at) as last_paid_at,
      (select max(amount) from (
        select amount ${rows} order by created_at desc, id desc limit ${USUAL_PAYMENTS}) latest) as largest
    ${rows} and ${payee}`.execute(db);
  const [{ payments, paid, last_paid_at, largest } = { payments: 0n, paid: '0', last_paid_at: null, largest: null }] =
    found;
  return {
    payments: Number(payments),
    paid,
    last_paid_at: last_paid_at?.toISOString() ?? null,
    payee_standing: payments > 0n ? 'paid_before' : 'first_payment',
    amount_standing: largest === null ? null : amount > largest ? 'above_usual' : 'usual',
  };
}
