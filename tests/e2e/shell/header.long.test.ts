import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the header', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
  });
  afterAll(() => console.close());

  const header = (page: Page) => page.getByRole('banner');
  const fullScreen = (page: Page) => page.getByRole('button', { name: 'Full screen' });
  const pathOf = (page: Page) => page.url().slice(console.origin.length);

  it('64: Full screen shows the whole document, and Escape updates the button', async () => {
    const { page, context } = await console.open('/dashboard', { as: 'demo' });
    expect(await fullScreen(page).getAttribute('aria-pressed')).toBe('false');
    const before = await fullScreen(page).innerHTML();
    await fullScreen(page).click();
    await header(page).locator('button[aria-pressed="true"]').waitFor();
    expect(await page.evaluate(() => document.fullscreenElement === document.documentElement)).toBe(true);
    expect(await fullScreen(page).innerHTML()).not.toBe(before);
    // Like the browser on Escape, which a headless one doesn't handle.
    await page.evaluate(() => document.exitFullscreen());
    await header(page).locator('button[aria-pressed="false"]').waitFor();
    expect(await fullScreen(page).innerHTML()).toBe(before);
    await fullScreen(page).click();
    await header(page).locator('button[aria-pressed="true"]').waitFor();
    await fullScreen(page).click();
    await header(page).locator('button[aria-pressed="false"]').waitFor();
    await context.close();
  });

  it.each(['en', 'zh'])('65: a browser without full screen support gets a warning (%s)', async (language) => {
    const { page, context } = await console.open('/dashboard', { as: 'demo' });
    await context.addCookies([{ name: 'language', value: language, url: console.origin }]);
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => undefined });
    });
    await page.reload();
    await header(page).locator('button[aria-pressed]').click();
    const warning = page.getByRole('alert').filter({ hasText: /^you browser can not work$/ });
    await warning.waitFor();
    expect(await warning.locator('.MuiAlert-filledWarning').count()).toBe(1);
    await context.close();
  });

  it('72: the account menu links to the profile and the dashboard, and logs out', async () => {
    const { page, context, expectAccessible } = await console.open('/orderList', { as: 'demo' });
    await header(page).getByText('林晓').waitFor();
    const account = header(page).getByRole('button', { name: 'Account', exact: true });
    await account.click();
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
    expect(await page.getByRole('menu').locator('> *').allInnerTexts()).toEqual([
      'My account',
      'Profile',
      'Dashboard',
      '',
      'Log out',
    ]);
    expect(await page.getByRole('menu').getByRole('separator').count()).toBe(1);
    await expectAccessible();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.waitForURL('**/personal/basicInformation');
    await account.click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    await page.waitForURL('**/dashboard');
    await context.close();
  });

  it('72: has no profile if the menu doesn’t list one', async () => {
    const { kysely } = console.world.db;
    await kysely.deleteFrom('role_permissions').where('permission', '=', 'base_info.show').execute();
    const { page, context } = await console.open('/dashboard', { as: 'viewer' });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Profile' }).count()).toBe(0);
    await context.close();
  });

  it('124: a phone has hamburger, breadcrumb, palette and account only; the languages are in the account menu', async () => {
    const { page, context, expectAccessible } = await console.open('/orderList', {
      as: 'demo',
      viewport: { width: 390, height: 844 },
    });
    await page.locator('table[aria-busy="false"]').waitFor();
    // The header doesn't show the error, but it would be logged.
    await page.evaluate(() => {
      setTimeout(() => void Promise.reject(new Error('logged')), 0);
    });
    await header(page).getByRole('button', { name: 'Toggle sidebar' }).waitFor();
    for (const name of ['Search menu', 'Error log', 'Full screen', 'Size', 'Language']) {
      expect(await header(page).getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menu').getByText('林晓').waitFor();
    await expectAccessible();
    expect(await page.getByRole('menuitem', { name: 'English' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('menuitem', { name: 'Español' }).click();
    await page.getByRole('navigation', { name: 'Ruta de navegación' }).waitFor();
    expect(pathOf(page)).toMatch(/^\/orderList/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await context.close();
  });
});
