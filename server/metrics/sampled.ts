import { setTimeout as sleep } from 'node:timers/promises';

/** A scrape has 10 s by default: what a database in trouble doesn't tell in this time is left out. In milliseconds. */
const PATIENCE_MS = 2_000;

/** What somebody can be asked for quickly; null when it fails or takes too long. */
export async function sampled<T>(ask: () => Promise<T>): Promise<T | null> {
  const late = new AbortController();
  try {
    return await Promise.race([ask(), sleep(PATIENCE_MS, null, { ref: false, signal: late.signal })]);
  } catch {
    return null;
  } finally {
    late.abort();
  }
}
