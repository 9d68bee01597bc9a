import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('two tabs of one browser', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let other: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/orderList');
    page = opened.page;
    await opened.signIn();
    await page.getByRole('table').waitFor();
    other = await opened.context.newPage();
    await other.goto(`${console.origin}/orderList?page=2`);
    await other.getByRole('table').waitFor();
  });
  afterAll(() => console.close());

  const login = (tab: Page) => tab.getByRole('heading', { name: 'Sign in' }).waitFor();
  /** Number of the first order, once the rows have loaded. */
  const firstOrder = (tab: Page) =>
    tab
      .getByRole('table')
      .getByText(/^C\d{10,}/)
      .first()
      .innerText();
  async function logOut(tab: Page): Promise<void> {
    await tab.getByRole('button', { name: 'Account' }).click();
    await tab.getByRole('menuitem', { name: 'Log out' }).click();
    await login(tab);
  }

  it('117: are signed out together, and each remembers its page', async () => {
    await logOut(page);
    await login(other);
    await other.getByRole('status').filter({ hasText: 'You were signed out in another tab' }).waitFor();
    expect(new URL(other.url()).searchParams.get('redirect')).toBe('/orderList?page=2');
    expect(await page.getByText('in another tab').count()).toBe(0);
  });

  it('15: are signed in together, as the same user', async () => {
    await opened.signIn('demo');
    const mine = await firstOrder(other);
    expect(new URL(other.url()).search).toBe('?page=2');
    await logOut(page);
    await login(other);
    await opened.signIn('tokyo');
    await firstOrder(other);
    expect(await other.getByRole('table').innerText()).not.toContain(mine);
  });

  it('never make calls for a user who has signed in elsewhere, even if a tab missed the event', async () => {
    // A tab that the browser has frozen receives no events.
    await other.evaluate(() => {
      for (const type of ['storage', 'focus', 'pageshow']) {
        window.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
      }
    });
    await logOut(page);
    await opened.signIn('demo');
    await firstOrder(page);
    const token = (await opened.context.cookies()).find(({ name }) => name === 'Admin-Token')?.value;
    const sent: (string | undefined)[] = [];
    other.on('request', (request) => {
      if (request.url().includes('/prod-api/')) sent.push(request.headers()['x-token']);
    });
    await other
      .getByRole('button', { name: 'Next page' })
      .or(other.getByRole('button', { name: 'Next' }))
      .click();
    await other.getByRole('row').nth(1).waitFor();
    await other.getByText('林晓').first().waitFor();
    expect(new Set(sent)).toEqual(new Set([token]));
  });
});
