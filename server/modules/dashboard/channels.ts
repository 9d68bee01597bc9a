import { millisecondsInDay } from 'date-fns/constants';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { ChannelData } from '#shared/contract/channels.ts';
import {
  type ChannelHealth,
  type HomeChannel,
  LEAST_HEALTHY_RATE,
  LEAST_JUDGED,
  MOST_HEALTHY_DROP,
} from '#shared/contract/dashboard.ts';
import type { Db } from '#server/db/connect.ts';
import { inCountedMerchants } from '#server/db/tenants.ts';
import { type OrderSum, keptSums } from '#server/figures/orderSums.ts';
import { added, countsOf, sumsWithin } from './figures.ts';
import { spanOf, type ChannelSpans } from './spans.ts';

type Day = HomeChannel['day'];

interface Over {
  /** Null for the orders of all merchants, over the channels derived from this platform channel. */
  merchantId: string | null;
  channelId: string;
}

interface Read {
  /** Null for the platform's channels with the orders of all merchants. */
  merchantId: string | null;
  listed: readonly ChannelData[];
  sums: readonly OrderSum[];
  bounds: readonly Date[];
  spans: ChannelSpans;
}

/** Sort order: channels that need attention first, disabled ones last. */
const PLACES: Record<ChannelHealth, number> = { degraded: 0, healthy: 1, few: 1, quiet: 1, disabled: 2 };

/** Health of each collection channel. */
export async function homeChannels(db: Db, { merchantId, listed, sums, bounds, spans }: Read): Promise<HomeChannel[]> {
  const within = sumsWithin(sums, bounds);
  const [first = spans.dayBefore.from] = bounds;
  const lookedBackDays = Math.ceil((spans.day.to.getTime() - first.getTime()) / millisecondsInDay);
  const found = await Promise.all(
    listed.map(async ({ id, name, status }): Promise<HomeChannel> => {
      const own = sums.filter(({ channel_id }) => channel_id === id);
      const of = (interval: { from: Date; to: Date }) => within(interval).filter(({ channel_id }) => channel_id === id);
      const today = of(spans.day);
      const [day, before] = [countsOf(today), countsOf(of(spans.dayBefore))];
      const newest = (among: readonly OrderSum[]) => newestOrderAt(db.kysely, { merchantId, channelId: id }, among);
      const [lastOrder, lastSuccess] = await Promise.all([
        newest(own),
        newest(own.filter((sum) => sum.status === 'success')),
      ]);
      return {
        id,
        name,
        health: healthOf(status, day, before),
        day,
        day_before: before,
        collected: collectedIn(today),
        slow: { count: countsOf(of(spans.slow)).open_count, span: spanOf(spans.slow) },
        last_order_at: lastOrder?.toISOString() ?? null,
        last_success_at: lastSuccess?.toISOString() ?? null,
        looked_back_days: lookedBackDays,
      };
    }),
  );
  return found.toSorted((one, other) => PLACES[one.health] - PLACES[other.health]);
}

function collectedIn(sums: readonly OrderSum[]): HomeChannel['collected'] {
  const succeeded = sums.filter(({ status }) => status === 'success');
  const currencies = [...new Set(succeeded.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    return { currency, amount: added(succeeded.filter((sum) => sum.currency === currency)).amount };
  });
}

/**
 * Creation time of the newest order behind some sums: the sums give its quarter of an hour, the orders of that quarter
 * the exact time. Null if there are none.
 */
async function newestOrderAt(
  db: QueryExecutorProvider,
  { merchantId, channelId }: Over,
  sums: readonly OrderSum[],
): Promise<Date | null> {
  if (sums.length === 0) return null;
  const from = new Date(Math.max(...sums.map(({ last }) => last.getTime())));
  const statuses = sql.join([...new Set(sums.map(({ status }) => status))]);
  const isOver = sql`o.created_at >= ${from} and o.status in (${statuses})`;
  const { rows } = await (
    merchantId === null
      ? sql<{ at: Date | null }>`
        select max(o.created_at) as at from orders o
        join channels c on c.merchant_id = o.merchant_id and c.id = o.channel_id
        where ${isOver} and c.platform_channel_id = ${channelId} and o.merchant_id in (
          select merchant_id from (${keptSums(sql`${inCountedMerchants()} and bucket >= ${from}::timestamptz - interval '15 minutes'`)}) kept)`
      : sql<{ at: Date | null }>`
        select max(o.created_at) as at from orders o
        where ${isOver} and o.merchant_id = ${merchantId} and o.channel_id = ${channelId}`
  ).execute(db);
  return rows[0]?.at ?? null;
}

/** Health of a channel by its orders of the last 24 hours and the 24 hours before. */
function healthOf(status: 'enabled' | 'disabled', day: Day, before: Day): ChannelHealth {
  if (status === 'disabled') return 'disabled';
  if (day.count === 0) return 'quiet';
  const rate = judged(day);
  if (rate === null) return 'few';
  if (rate < LEAST_HEALTHY_RATE) return 'degraded';
  return (judged(before) ?? 0) - rate > MOST_HEALTHY_DROP ? 'degraded' : 'healthy';
}

/** Success rate, or null if too few orders are finished. */
function judged({ count, open_count, success_rate }: Day): number | null {
  return count - open_count < LEAST_JUDGED ? null : success_rate;
}
