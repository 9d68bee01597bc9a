import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Stops the installed clock of a page a second from now. The test advances it from then on. A clock can't be stopped in
 * the past, and on a busy machine the call itself takes a while.
 */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

/** Advances the stopped clock in small steps until an element is there that would disappear after seconds. */
export async function untilShown(page: Page, shown: Locator): Promise<void> {
  await expect.poll(() => page.clock.runFor(20).then(() => shown.count())).toBe(1);
}
