import { useEffect, useState } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

/** How often a wait is told anew, in which minutes count. */
const TICK_MS = 10_000;

/** Milliseconds until a moment, counting down; 0 or less once it has come, or when there is none. */
export function useTimeUntil(moment: Date | null): number {
  const { clock } = useFormatContext();
  const end = moment?.getTime() ?? 0;
  const [now, setNow] = useState(() => clock.now().getTime());
  const isOver = end <= now;
  useEffect(() => {
    if (isOver) return;
    const look = () => setNow(clock.now().getTime());
    const timer = setTimeout(look, Math.min(TICK_MS, Math.max(0, end - now)));
    return () => clearTimeout(timer);
  }, [isOver, end, now, clock]);
  return end - now;
}
