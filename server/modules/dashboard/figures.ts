import { min } from 'date-fns/min';
import type { CurrencyFigures, HomeChannel, OrderFigures } from '#shared/contract/dashboard.ts';
import { ORDER_STATUSES } from '#shared/contract/order.ts';
import { type OrderSum, successRate } from '#server/figures/orderSums.ts';
import { spanOf, type HomeSpans, type Interval } from './spans.ts';

type Sums = readonly Omit<OrderSum, 'is_new'>[];

/** Returns the sums within an interval that begins and ends at given bounds. */
export function sumsWithin(sums: readonly OrderSum[], bounds: readonly Date[]): (interval: Interval) => OrderSum[] {
  const places = new Map(bounds.map((bound, index) => [bound.getTime(), index]));
  const placeOf = (moment: Date) => places.get(moment.getTime()) ?? 0;
  const byInterval: OrderSum[][] = bounds.map(() => []);
  for (const sum of sums) byInterval[sum.interval_index]?.push(sum);
  return ({ from, to }) => byInterval.slice(placeOf(from), placeOf(to)).flat();
}

/** All figures of one currency in a range. */
export function figuresIn(
  currency: string,
  sums: readonly OrderSum[],
  bounds: readonly Date[],
  spans: HomeSpans,
): CurrencyFigures {
  const own = sums.filter((sum) => sum.currency === currency);
  const within = sumsWithin(own, bounds);
  const point = (interval: Interval) => ({ span: spanOf(interval), figures: added(within(interval)) });
  const found = within(spans.span);
  return {
    currency,
    figures: added(found),
    figures_before: added(within(spans.before)),
    data_since: own.some(({ is_new }) => is_new) ? min(own.map(({ first }) => first)).toISOString() : null,
    trend: spans.trend.map(point),
    trend_before: spans.trendBefore.map(point),
    by_status: byStatus(found),
    by_channel: sharesOf(found).map((share) => ({ channel_id: share.id, figures: share.figures })),
  };
}

/** Counts of all currencies, and the successful amount of one. */
export function added(sums: Sums): OrderFigures {
  const succeeded = sums.filter(({ status }) => status === 'success');
  return { ...countsOf(sums), amount: total(succeeded, 'amount').toString(), fee: total(succeeded, 'fee').toString() };
}

/** Number of orders and their outcomes. */
export function countsOf(sums: Sums): HomeChannel['day'] {
  const count = (among: OrderSum['status']) => counted(sums.filter(({ status }) => status === among));
  const outcomes = { count: counted(sums), open_count: count('pending'), success_count: count('success') };
  return { ...outcomes, success_rate: successRate(outcomes) };
}

function byStatus(sums: Sums): CurrencyFigures['by_status'] {
  return ORDER_STATUSES.map((status) => {
    const found = sums.filter((sum) => sum.status === status);
    return { status, count: counted(found), amount: total(found, 'amount').toString() };
  });
}

/** Figures by channel, the largest amount first. */
export function sharesOf(sums: Sums): { id: string; figures: OrderFigures }[] {
  const byId = new Map<string, Omit<OrderSum, 'is_new'>[]>();
  for (const sum of sums) byId.set(sum.channel_id, [...(byId.get(sum.channel_id) ?? []), sum]);
  return [...byId]
    .map(([id, own]) => ({ id, figures: added(own) }))
    .toSorted((one, other) => {
      const difference = BigInt(other.figures.amount) - BigInt(one.figures.amount);
      if (difference !== 0n) return difference > 0n ? 1 : -1;
      return other.figures.count - one.figures.count || (one.id < other.id ? -1 : 1);
    });
}

const counted = (sums: Sums) => sums.reduce((sum, { count }) => sum + count, 0);
const total = (sums: Sums, of: 'amount' | 'fee') => sums.reduce((sum, one) => sum + one[of], 0n);
