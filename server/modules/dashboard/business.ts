import { sql } from 'kysely';
import type { Business, MerchantFigures } from '#shared/contract/dashboard.ts';
import type { Db } from '#server/db/connect.ts';
import { inCountedMerchants } from '#server/db/tenants.ts';
import {
  businessSums,
  OPEN_STATUSES,
  type OrderSum,
  platformOrderSums,
  successRate,
} from '#server/figures/orderSums.ts';
import { figuresIn, sharesOf } from './figures.ts';
import { boundsOf, intervalsOf, type HomeSpans, type Interval } from './spans.ts';

/** Merchants and channels per currency. */
const TOP = 10;

/** Sums of payouts or requests of one currency and status. Of a refund, `fee` is the part that was returned. */
interface RequestSum {
  kind: 'payouts' | 'deposits' | 'withdrawals' | 'refunds';
  currency: string;
  status: string;
  count: number;
  amount: bigint;
  fee: bigint;
}

/**
 * The business of all merchants in a range, by currency.
 *
 * @param currency the platform's own, included without any business
 */
export async function businessOf(db: Db, currency: string, spans: HomeSpans): Promise<Business> {
  const bounds = boundsOf(intervalsOf(spans));
  const [{ byChannel, byMerchant }, requests] = await Promise.all([
    businessSums(db.kysely, bounds, spans.span),
    requestSums(db, spans.span, null),
  ]);
  const figures = currencyBusiness(currency, { sums: byChannel, bounds, requests, spans });
  const shares = figures.map((one) =>
    sharesOf(byMerchant.filter((sum) => sum.currency === one.currency)).slice(0, TOP),
  );
  const names = await namesOf(
    db,
    shares.flat().map(({ id }) => id),
  );
  return figures.map((one, at) => ({
    ...one,
    by_channel: one.by_channel.slice(0, TOP),
    by_merchant: (shares[at] ?? []).map((share) => ({ ...share, name: names.get(share.id) ?? share.id })),
  }));
}

/** The business of one live merchant in a range, by currency. @param currency included without any business */
export async function merchantBusiness(
  db: Db,
  { merchantId, currency }: { merchantId: string; currency: string },
  spans: HomeSpans,
): Promise<MerchantFigures['business']> {
  const bounds = boundsOf(intervalsOf(spans));
  const [sums, requests] = await Promise.all([
    platformOrderSums(db.kysely, bounds, merchantId),
    requestSums(db, spans.span, merchantId),
  ]);
  const found = currencyBusiness(currency, { sums, bounds, requests, spans });
  return found.map(({ figures, payouts, fees, ...one }) => ({ currency: one.currency, figures, payouts, fees }));
}

interface Read {
  sums: readonly OrderSum[];
  bounds: readonly Date[];
  requests: readonly RequestSum[];
  spans: HomeSpans;
}

function currencyBusiness(currency: string, { sums, bounds, requests, spans }: Read) {
  const found = [...sums, ...requests].map((sum) => sum.currency).toSorted();
  return [...new Set([currency, ...found])].map((one) => {
    const figures = figuresIn(one, sums, bounds, spans);
    const own = requests.filter((sum) => sum.currency === one);
    return { ...figures, payouts: payoutsOf(own), fees: feesOf(BigInt(figures.figures.fee), own) };
  });
}

/** Payouts and requests created in an interval, like the filter of their lists. */
async function requestSums(db: Db, { from, to }: Interval, only: string | null): Promise<RequestSum[]> {
  const madeIn = sql`${inCountedMerchants(only)} and created_at >= ${from} and created_at < ${to}`;
  const { rows } = await sql<Omit<RequestSum, 'amount' | 'fee'> & { amount: string; fee: string }>`
    select kind, currency, status, count(*)::integer as count, sum(amount)::text as amount, sum(fee)::text as fee
    from (
      select 'payouts' as kind, currency, status, amount, fee from payouts where ${madeIn}
      union all
      select 'deposits', currency, status, amount, fee from deposits where ${madeIn}
      union all
      select 'withdrawals', currency, status, amount, fee from withdrawals where ${madeIn}
      union all
      select 'refunds', currency, status, amount, fee_returned from refunds where ${madeIn}
    ) made
    group by kind, currency, status`.execute(db.kysely);
  return rows.map(({ amount, fee, ...row }) => ({ ...row, amount: BigInt(amount), fee: BigInt(fee) }));
}

function payoutsOf(sums: readonly RequestSum[]): Business[number]['payouts'] {
  const payouts = sums.filter(({ kind }) => kind === 'payouts');
  const succeeded = payouts.filter(({ status }) => status === 'success');
  const open = payouts.filter(({ status }) => OPEN_STATUSES.some((one) => one === status));
  const counted = (among: readonly RequestSum[]) => among.reduce((sum, { count }) => sum + count, 0);
  const outcomes = { count: counted(payouts), open_count: counted(open), success_count: counted(succeeded) };
  return {
    ...outcomes,
    success_rate: successRate(outcomes),
    amount: succeeded.reduce((sum, { amount }) => sum + amount, 0n).toString(),
  };
}

/** The status in which a fee was charged, or returned. */
const CHARGED: Record<RequestSum['kind'], string> = {
  payouts: 'success',
  deposits: 'pass',
  withdrawals: 'success',
  refunds: 'success',
};

/** @param collections fees of the successful orders, in minor units */
function feesOf(collections: bigint, sums: readonly RequestSum[]): Business[number]['fees'] {
  const of = (kind: RequestSum['kind']) =>
    sums.find((sum) => sum.kind === kind && sum.status === CHARGED[kind])?.fee ?? 0n;
  const [payouts, deposits, withdrawals, returned] = [of('payouts'), of('deposits'), of('withdrawals'), of('refunds')];
  return {
    collections: collections.toString(),
    payouts: payouts.toString(),
    deposits: deposits.toString(),
    withdrawals: withdrawals.toString(),
    returned: returned.toString(),
    total: (collections + payouts + deposits + withdrawals - returned).toString(),
  };
}

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.kysely
    .selectFrom('merchants')
    .where('merchant_id', 'in', [...new Set(ids)])
    .select(['merchant_id', 'name'])
    .execute();
  return new Map(rows.map(({ merchant_id, name }) => [merchant_id, name]));
}
