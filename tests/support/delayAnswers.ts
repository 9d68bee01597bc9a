import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { isCall, watchCalls } from './watchCalls.ts';

const LATENCY_MS = 60;

/**
 * Delays the server's responses from now on, as a network does, so that placeholders are rendered. The returned
 * function waits for the responses, see `watchCalls`.
 */
export async function delayAnswers(page: Page): Promise<() => Promise<void>> {
  await page.route(isCall, async (route) => {
    await delay(LATENCY_MS);
    await route.continue();
  });
  return watchCalls(page);
}
