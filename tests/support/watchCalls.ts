import type { Page, Request } from 'playwright-core';
import { vi } from 'vitest';

/** True for calls of the API, except the stream of events, which has no end. */
export const isCall = (url: URL | string) => /\/prod-api\/(?!events(?:\?|$))/.test(String(url));

/**
 * Follows the calls that a page makes from now on. The returned function waits until all of them have been answered and
 * drawn, and the calls that those answers led to.
 */
export function watchCalls(page: Page): () => Promise<void> {
  const waiting = new Set<Request>();
  page.on('request', (request) => {
    if (isCall(request.url())) waiting.add(request);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  return async () => {
    do {
      await vi.waitUntil(() => waiting.size === 0, { timeout: 30_000 });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    } while (waiting.size > 0);
  };
}
