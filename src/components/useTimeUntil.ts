import { useEffect, useState } from 'react';

/** How often a wait is told anew, in which minutes count. */
const TICK_MS = 10_000;

/** Milliseconds until a moment, counting down; 0 or less once it has come, or when there is none. */
export function useTimeUntil(moment: Date | null): number {
  const end = moment?.getTime() ?? 0;
  const [now, setNow] = useState(Date.now);
  const isOver = end <= now;
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(TICK_MS, Math.max(0, end - Date.now())));
    return () => clearTimeout(timer);
  }, [isOver, end, now]);
  return end - now;
}
