import { setTimeout as pause } from 'node:timers/promises';
import { inWords, type Percentiles } from '../percentiles.ts';
import { signIn } from '../signIn.ts';
import { timedInRow } from '../timed.ts';

/** Opened one after the other by one user, so that the pages add little to the load. */
const REQUESTS = { warmUp: 20, times: 200 };
/** Until orders are settled while others are placed. */
const BEFORE_MS = 6_000;

/** What the console requests when a merchant opens the dashboard, and the list of orders. */
const PAGES = { dashboard: 'home-info', orders: `orders?range=${encodeURIComponent('[0,9]')}` } as const;

/**
 * Times pages of the demo's owner on an idle server, then while callers place orders.
 * @param order places one; receives the number of the call
 * @returns one line per page and number of callers
 */
export async function pagesUnderLoad(
  url: string,
  { callers, order, settled }: { callers: readonly number[]; order: Act; settled: () => Promise<void> },
): Promise<string[]> {
  const headers = { 'X-Token': await signIn(url) };
  const timedPage = (path: string) =>
    timedInRow(async () => {
      const answer = await fetch(`${url}/prod-api/${path}`, { headers });
      await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    }, REQUESTS);
  const timedPages = async () => {
    const times: [page: string, Percentiles][] = [];
    for (const [page, path] of Object.entries(PAGES)) times.push([page, await timedPage(path)]);
    return new Map(times);
  };
  const idle = await timedPages();
  const lines = [...idle].map(([page, times]) => `${page}, idle: ${inWords(times)}`);
  for (const number of callers) {
    const times = await during(number, order, timedPages);
    for (const [page, loaded] of times) {
      const ratio = loaded.p99 / (idle.get(page)?.p99 ?? Number.NaN);
      lines.push(`${page}, while ${number} callers place orders: ${inWords(loaded)}, ratio of p99 ${ratio.toFixed(1)}`);
    }
    await settled();
  }
  return lines;
}

type Act = (call: number) => Promise<void>;

async function during<T>(callers: number, act: Act, measure: () => Promise<T>): Promise<T> {
  let calls = 0;
  const measured = new AbortController();
  const caller = async () => {
    while (!measured.signal.aborted) await act((calls += 1));
  };
  const all = Promise.all(Array.from({ length: callers }, caller));
  try {
    await pause(BEFORE_MS);
    return await measure();
  } finally {
    measured.abort();
    await all;
  }
}
