import {
  LEAST_HEALTHY_RATE,
  LEAST_JUDGED,
  MOST_HEALTHY_DROP,
  type ChannelHealth,
  type HomeChannel,
} from '#shared/contract/home.ts';

type Day = HomeChannel['day'];

/** How a channel does, by its orders of the last 24 hours and of those before. */
export function healthOf(status: 'enabled' | 'disabled', day: Day, before: Day): ChannelHealth {
  if (status === 'disabled') return 'disabled';
  if (day.count === 0) return 'quiet';
  const [finished, finishedBefore] = [day.count - day.open_count, before.count - before.open_count];
  if (finished < LEAST_JUDGED) return 'few';
  const rate = (day.success_count * 10_000) / finished;
  if (rate < LEAST_HEALTHY_RATE) return 'degraded';
  if (finishedBefore < LEAST_JUDGED) return 'healthy';
  return (before.success_count * 10_000) / finishedBefore - rate > MOST_HEALTHY_DROP ? 'degraded' : 'healthy';
}
