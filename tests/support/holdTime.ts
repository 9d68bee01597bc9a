import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Stops the installed clock of a page a second from now. The test advances it from then on. A clock can't be stopped in
 * the past, and on a busy machine the call itself takes a while.
 */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await timeOf(page)) + 1000);
}

/** The time on the clock of a page, in milliseconds. */
export function timeOf(page: Page): Promise<number> {
  return page.evaluate(() => Date.now());
}

/** Advances the stopped clock in small steps until an element is there that would disappear after seconds. */
export async function untilShown(page: Page, shown: Locator): Promise<void> {
  await expect.poll(() => page.clock.runFor(20).then(() => shown.count())).toBe(1);
}

/** Advances the stopped clock in steps of a tenth of a second until an element is gone. */
export async function untilGone(page: Page, shown: Locator): Promise<void> {
  await expect.poll(() => page.clock.runFor(100).then(() => shown.count())).toBe(0);
}
