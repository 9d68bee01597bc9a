const FIRST_MS = 5_000;
const LONGEST_MS = 600_000;

/**
 * When to ask next about what has been put off so often: after 5, 10, 20 … seconds, ten minutes at most.
 * @param latest a moment not to be missed while it lies ahead
 */
export function nextPoll(now: Date, polls: number, latest: Date | null): Date {
  const next = now.getTime() + Math.min(LONGEST_MS, FIRST_MS * 2 ** polls);
  const bound = latest && latest > now ? latest.getTime() : next;
  return new Date(Math.min(next, bound));
}
