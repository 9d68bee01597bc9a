import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the error log', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
  });
  afterAll(() => console.close());

  const logButton = (page: Page) => page.getByRole('button', { name: 'Error log' });
  /** The count on the button. */
  const count = (page: Page, number: string) => page.getByRole('banner').getByText(number, { exact: true }).waitFor();
  const logDialog = (page: Page) => page.getByRole('dialog', { name: 'Error log' });
  const menuLink = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name });

  async function openWallet(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Finance' }).click();
    await menuLink(page, 'Wallet').click();
  }

  /** Makes a page's code fail to load, as after a faulty release. */
  async function breakWallet(page: Page): Promise<void> {
    await page.route('**/WalletsPage-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("a faulty release")' }),
    );
  }

  /** Causes an unhandled rejection, as after a click. */
  async function failLater(page: Page, message: string): Promise<void> {
    await page.evaluate((text) => {
      setTimeout(() => void Promise.reject(new Error(text)), 0);
    }, message);
  }

  it('47: there is no button without errors, nor for harmless ones', async () => {
    const { page, context } = await console.open('/orderList', { as: 'demo' });
    await page.locator('table[aria-busy="false"]').waitFor();
    await page.evaluate(() => {
      void Promise.reject(new DOMException('The caller has aborted the request', 'AbortError'));
      window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' }));
    });
    await page.getByRole('button', { name: 'Language' }).waitFor();
    expect(await logButton(page).count()).toBe(0);
    await context.close();
  });

  it('48: if a page fails, the rest still works, and a red button appears', async () => {
    const { page, context, trouble, expectAccessible } = await console.open('/orderList', { as: 'demo' });
    await breakWallet(page);
    await openWallet(page);
    await page.getByRole('main').getByText('Something went wrong on this page').waitFor();
    await count(page, '1');
    expect(trouble.console.join('\n')).toContain('a faulty release');
    await expectAccessible();
    await menuLink(page, 'Collection orders').click();
    await page.locator('table[aria-busy="false"]').waitFor();
    expect(await logButton(page).isVisible()).toBe(true);
    await context.close();
  });

  it('a page whose code a new version has replaced offers to reload the console', async () => {
    const { page, context, expectAccessible } = await console.open('/orderList', { as: 'demo' });
    await page.route('**/WalletsPage-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await openWallet(page);
    await page.getByRole('main').getByText('This page couldn’t be loaded').waitFor();
    await expectAccessible();
    await page.unroute('**/WalletsPage-*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor();
    await context.close();
  });

  it('49: the dialog lists all errors, oldest first, with place, URL and stack', async () => {
    const { page, context, expectAccessible } = await console.open('/orderList', { as: 'demo' });
    await breakWallet(page);
    await openWallet(page);
    await page.getByRole('main').getByText('Something went wrong on this page').waitFor();
    await menuLink(page, 'Collection orders').click();
    await page.locator('table[aria-busy="false"]').waitFor();
    await failLater(page, 'nobody waited for this');
    await count(page, '2');
    await logButton(page).click();

    const entries = logDialog(page).getByRole('listitem');
    await expect.poll(() => entries.count()).toBe(2);
    const [first = '', second = ''] = await entries.allInnerTexts();
    expect(first).toContain('a faulty release');
    expect(first).toContain('/wallets');
    expect(first).toMatch(/\bat .+\n\s*at /);
    expect(second).toContain('nobody waited for this');
    expect(second).toContain('/orderList');
    const stack = entries.first().getByText('Error: a faulty release');
    expect(await stack.isVisible()).toBe(false);
    await entries.first().getByText('Stack').click();
    await stack.waitFor();

    const width = await logDialog(page).evaluate((paper) => paper.getBoundingClientRect().width / window.innerWidth);
    expect(width).toBeCloseTo(0.8, 2);
    await expectAccessible();
    await page.keyboard.press('Escape');
    await logDialog(page).waitFor({ state: 'hidden' });
    expect(await logButton(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });

  it('49: error times are in the merchant’s time zone, not the browser’s', async () => {
    const { page, context } = await console.open('/orderList', { as: 'demo', timezoneId: 'America/New_York' });
    await page.locator('table[aria-busy="false"]').waitFor();
    await failLater(page, 'nobody waited for this');
    await logButton(page).click();
    const entry = await logDialog(page).getByRole('listitem').innerText();
    const zone = { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' } as const;
    expect(entry).toContain(new Intl.DateTimeFormat('sv', zone).format(console.world.clock.now()));
    await context.close();
  });

  it('49: the errors can be copied for support', async () => {
    const { page, context } = await console.open('/dashboard', {
      as: 'demo',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await failLater(page, 'to be copied');
    await logButton(page).click();
    await logDialog(page).getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('status').filter({ hasText: 'Errors copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/dashboard\nto be copied\n/);
    await context.close();
  });

  it('50: Clear all empties and closes it, and a reload empties it', async () => {
    const { page, context } = await console.open('/dashboard', { as: 'demo' });
    await failLater(page, 'one');
    await failLater(page, 'two');
    await logButton(page).click();
    await logDialog(page).getByRole('button', { name: 'Clear all' }).click();
    await logDialog(page).waitFor({ state: 'hidden' });
    expect(await logButton(page).count()).toBe(0);

    await failLater(page, 'three');
    await logButton(page).click();
    await expect.poll(() => logDialog(page).getByRole('listitem').allInnerTexts()).toHaveLength(1);
    await page.reload();
    await page.getByRole('button', { name: 'Language' }).waitFor();
    expect(await logButton(page).count()).toBe(0);
    await context.close();
  });

  it('15: is empty for the next user', async () => {
    const { page, context, signIn } = await console.open('/dashboard', { as: 'demo' });
    await failLater(page, 'of the first user');
    await logButton(page).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn('tokyo');
    await page.getByRole('button', { name: 'Language' }).waitFor();
    expect(await logButton(page).count()).toBe(0);
    await context.close();
  });
});
