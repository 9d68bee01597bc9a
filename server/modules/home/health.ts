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
  const rate = judged(day);
  if (rate === null) return 'few';
  if (rate < LEAST_HEALTHY_RATE) return 'degraded';
  return (judged(before) ?? 0) - rate > MOST_HEALTHY_DROP ? 'degraded' : 'healthy';
}

/** Null where too few are finished to tell. */
function judged({ count, open_count, success_rate }: Day): number | null {
  return count - open_count < LEAST_JUDGED ? null : success_rate;
}
