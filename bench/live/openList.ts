import type { Browser, Page } from 'playwright-core';
import { generate } from 'otplib';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';

/** When each order was first shown as paid, by order number, in milliseconds since 1970. */
export type ShownAt = ReadonlyMap<string, number>;

export interface OpenList {
  token: string;
  /** Reloads the list to include new orders. Clears the recorded times. */
  reload(): Promise<void>;
  shownAt(): Promise<ShownAt>;
}

/** Rows of the list's page. */
export const ROWS = 30;

/**
 * Opens the list of orders in a new window. After each reload, records on each change of the page which rows say
 * "Success".
 */
export async function openList(browser: Browser, url: string, username: string): Promise<OpenList> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/login?redirect=${encodeURIComponent(`/orderList?perPage=${ROWS}`)}`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Authenticator code').fill(await generate({ secret: DEMO_TOTP_SECRET }));
  await page.keyboard.press('Enter');
  await page.locator('table[aria-busy=false]').waitFor();
  const cookies = await context.cookies();
  return {
    token: cookies.find(({ name }) => name === 'Admin-Token')?.value ?? '',
    async reload() {
      const isListening = page.waitForResponse((response) => response.url().includes('/prod-api/events'));
      await page.reload();
      await page.locator('table[aria-busy=false]').waitFor();
      await isListening;
      await page.evaluate(noteRows);
    },
    shownAt: () => noted(page),
  };
}

/** Records the rows that say "Success" by the number that links to their record. Runs in the browser. */
function noteRows(): void {
  const shown = new Map<string, number>();
  Object.assign(window, { shownAsPaid: shown });
  new MutationObserver(() => {
    for (const row of document.querySelectorAll('tbody tr')) {
      const number = row.querySelector('a')?.textContent ?? '';
      const isPaid = [...row.querySelectorAll('td')].some(({ textContent }) => textContent === 'Success');
      if (isPaid && !shown.has(number)) shown.set(number, Date.now());
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

async function noted(page: Page): Promise<ShownAt> {
  const entries = await page.evaluate((): [string, number][] => {
    const shown: unknown = Reflect.get(window, 'shownAsPaid');
    return shown instanceof Map ? [...shown] : [];
  });
  return new Map(entries);
}
