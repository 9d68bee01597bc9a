import type { ChannelHealth, HomeChannel } from '#shared/contract/home.ts';
import type { ChannelData } from '#shared/contract/channels.ts';
import type { Db } from '#server/db/connect.ts';
import { newestOrderAt } from '#server/figures/newestOrderAt.ts';
import type { OrderSum } from '#server/figures/orderSums.ts';
import { added, countsOf, sumsWithin } from './figures.ts';
import { healthOf } from './health.ts';
import { spanOf, type ChannelSpans } from './spans.ts';

const DAY_MS = 86_400_000;

interface Read {
  /** Null: those of the platform, with the orders of all merchants. */
  merchantId: string | null;
  listed: readonly ChannelData[];
  sums: readonly OrderSum[];
  bounds: readonly Date[];
  spans: ChannelSpans;
}

/** Those that need a look come first, those that are switched off last. */
const PLACES: Record<ChannelHealth, number> = { degraded: 0, healthy: 1, few: 1, quiet: 1, disabled: 2 };

/** How each channel does that orders come over. */
export async function homeChannels(db: Db, { merchantId, listed, sums, bounds, spans }: Read): Promise<HomeChannel[]> {
  const within = sumsWithin(sums, bounds);
  const [first = spans.dayBefore.from] = bounds;
  const lookedBackDays = Math.ceil((spans.day.to.getTime() - first.getTime()) / DAY_MS);
  const found = await Promise.all(
    listed.map(async ({ id, name, status }): Promise<HomeChannel> => {
      const own = sums.filter(({ channel_id }) => channel_id === id);
      const of = (stretch: { from: Date; to: Date }) => within(stretch).filter(({ channel_id }) => channel_id === id);
      const today = of(spans.day);
      const [day, before] = [countsOf(today), countsOf(of(spans.dayBefore))];
      const newest = (among: readonly OrderSum[]) => newestOrderAt(db.kysely, { merchantId, channelId: id }, among);
      const [lastOrder, lastSuccess] = await Promise.all([
        newest(own),
        newest(own.filter((sum) => sum.status === 'success')),
      ]);
      return {
        ...{ id, name, health: healthOf(status, day, before), day, day_before: before },
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
