import { sql } from 'kysely';
import type { HomeChannel } from '#shared/contract/home.ts';
import type { Db } from '#server/db/connect.ts';
import type { OrderSum } from '#server/figures/orderSums.ts';
import type { Channels } from '#server/modules/channels/service.ts';
import { added, sumsWithin } from './figures.ts';
import { healthOf } from './health.ts';
import type { HomeSpans } from './spans.ts';

interface Read {
  merchantId: string;
  sums: readonly OrderSum[];
  bounds: readonly Date[];
  spans: HomeSpans;
}

/** The channels that orders come over, those that need a look first. */
export async function homeChannels(
  { db, channels }: { db: Db; channels: Channels },
  { merchantId, sums, bounds, spans }: Read,
): Promise<HomeChannel[]> {
  const within = sumsWithin(sums, bounds);
  const listed = await channels.list(merchantId, { type: 'collection' });
  return Promise.all(
    listed.map(async ({ id, name, status }): Promise<HomeChannel> => {
      const isOf = ({ channel_id }: OrderSum) => channel_id === id;
      const [day, before] = [counts(within(spans.day).filter(isOf)), counts(within(spans.dayBefore).filter(isOf))];
      return {
        ...{ id, name, health: healthOf(status, day, before), day, day_before: before },
        last_success_at: await lastSuccess(db, merchantId, id, sums.filter(isOf)),
      };
    }),
  );
}

function counts(sums: readonly OrderSum[]): HomeChannel['day'] {
  const { count, open_count, success_count } = added(sums);
  return { count, open_count, success_count };
}

/** The sums know its quarter of an hour, and the orders of that tell the rest. */
async function lastSuccess(db: Db, merchantId: string, channelId: string, sums: readonly OrderSum[]) {
  const quarters = sums.filter(({ status }) => status === 'success').map(({ last }) => last.getTime());
  if (quarters.length === 0) return null;
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from orders
    where merchant_id = ${merchantId} and channel_id = ${channelId} and status = 'success'
      and created_at >= ${new Date(Math.max(...quarters))}`.execute(db.kysely);
  return rows[0]?.at?.toISOString() ?? null;
}
