import type { Page } from 'playwright-core';

/**
 * Stops the installed clock of a page a second from now. The test advances it from then on. A clock can't be stopped in
 * the past, and on a busy machine the call itself takes a while.
 */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}
