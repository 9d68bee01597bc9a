import type { Locator, Page } from 'playwright-core';

/**
 * Clicks `targets`, so that the page notices the end of its session, and waits for the login page. If the event stream
 * was faster, clicks the login page's heading instead, which does nothing.
 */
export async function untilSignedOut(page: Page, ...targets: Locator[]): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Sign in' });
  for (const target of targets) await target.or(heading).first().click();
  await heading.waitFor();
}
