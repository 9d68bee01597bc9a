import type { Locator, Page } from 'playwright-core';

/**
 * Clicks `targets`, which makes the page notice that its session has ended, and waits for the login page. If the stream
 * of events was faster, the login page's heading is clicked instead, which does nothing.
 */
export async function untilSignedOut(page: Page, ...targets: Locator[]): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Sign in' });
  for (const target of targets) await target.or(heading).first().click();
  await heading.waitFor();
}
