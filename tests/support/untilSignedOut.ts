import type { Page } from 'playwright-core';

/**
 * Does what finds out that the session has ended, and waits for the login page. The page may have heard of it a moment
 * before, by its stream of events; then there is nothing left that could be clicked.
 */
export async function untilSignedOut(
  page: Page,
  act: (options: { timeout: number }) => Promise<unknown>,
): Promise<void> {
  await act({ timeout: 5_000 }).catch(() => {});
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}
