import type { Page, Request } from 'playwright-core';
import { vi } from 'vitest';

/** True for API calls, except the event stream, which has no end. */
export const isCall = (url: URL | string) => /\/prod-api\/(?!events(?:\?|$))/.test(String(url));

/**
 * Tracks the calls that a page makes from now on. The returned function waits until all of them, and the calls that
 * they lead to, have been answered and rendered.
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
