import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

const LATENCY_MS = 60;
/** All but the stream of events, which has no end. */
const isAnswered = (url: URL | string) => /\/prod-api\/(?!events(?:\?|$))/.test(String(url));

/**
 * Answers of the server take a moment from now on, as they do for users, so that what stands in for data is drawn. The
 * function returned waits until all have come and been drawn, and those to requests that they led to.
 */
export async function delayAnswers(page: Page): Promise<() => Promise<void>> {
  let waiting = 0;
  await page.route(isAnswered, async (route) => {
    waiting += 1;
    await delay(LATENCY_MS);
    await route.continue();
  });
  const end = (request: Request) => {
    if (isAnswered(request.url())) waiting -= 1;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const twoFrames = () =>
    page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return async () => {
    await expect.poll(() => twoFrames().then(() => waiting)).toBe(0);
    await twoFrames();
    if (waiting > 0) await expect.poll(() => twoFrames().then(() => waiting)).toBe(0);
  };
}
