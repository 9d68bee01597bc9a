import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

const NEW_PASSWORD = 'kitchen table 41';

describe('the pages for changing one’s own passwords', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    // The role with the fewest permissions.
    opened = await console.open('/personal/loginPassword', { as: 'viewer' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const input = (name: string) => page.getByLabel(name, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const hasFocus = (name: string) => input(name).evaluate((element) => element === document.activeElement);
  const rule = (words: string) => page.getByRole('listitem').filter({ hasText: words });

  it('report errors before anything is sent, and tick the rules that are met', async () => {
    await input('Current password').waitFor();
    await press('Change password');
    await expect.poll(() => hasFocus('Current password')).toBe(true);
    await input('Current password').fill(DEMO_PASSWORD);
    await input('New password').fill('viewer');
    await rule('12 to 128 characters (not met yet)').waitFor();
    await rule('Does not contain your username (not met yet)').waitFor();
    await page.getByText('Strength: weak').first().waitFor();
    await input('New password').fill(NEW_PASSWORD);
    await rule('12 to 128 characters (met)').waitFor();
    await rule('Does not contain your username (met)').waitFor();
    await page.getByText('Strength: strong').first().waitFor();
    await input('Repeat new password').fill('kitchen table 42');
    await press('Change password');
    await page.getByText('The new password entered twice does not match').waitFor();
    await expect.poll(() => hasFocus('Repeat new password')).toBe(true);
    await page.getByRole('button', { name: 'Show password: Repeat new password' }).click();
    expect(await input('Repeat new password').getAttribute('type')).toBe('text');
    await opened.expectAccessible();
  });

  it('work with password managers', async () => {
    const filledIn = await page
      .locator('form input[autocomplete]')
      .evaluateAll((inputs) =>
        inputs.map((element) => [element.getAttribute('autocomplete'), element.getAttribute('value')]),
      );
    expect(filledIn.map(([kind]) => kind)).toEqual(['username', 'current-password', 'new-password', 'new-password']);
    expect(filledIn[0]).toEqual(['username', 'viewer']);
  });

  it('show a rejection by the server at its field, and an empty form after saving', async () => {
    await input('Current password').fill('wrong');
    await input('Repeat new password').fill(NEW_PASSWORD);
    await press('Change password');
    await page.getByText('Incorrect login password. Attempts left: 4.').waitFor();
    await expect.poll(() => hasFocus('Current password')).toBe(true);
    await input('Current password').fill(DEMO_PASSWORD);
    await input('New password').press('Enter');
    await page.getByText('You’ve been signed out everywhere else.').waitFor();
    const passwords = page.locator('form input[type=password]');
    await expect
      .poll(() => passwords.evaluateAll((all) => all.every((one) => one.getAttribute('value') === '')))
      .toBe(true);
    await page.getByRole('heading', { name: 'Login password', level: 1 }).waitFor();
  });

  it('set the first payment password with the login password, and later ones with the current payment password', async () => {
    const { kysely } = console.world.db;
    await kysely.updateTable('users').set({ pay_password_hash: null }).where('username', '=', 'viewer').execute();
    await tabBar(page).visit('/personal/payPassword');
    await input('Login password').fill(NEW_PASSWORD);
    await input('New password').fill('123456');
    await input('Repeat new password').fill('123456');
    await press('Save payment password');
    await page.locator('#new_pay_password-help').getByText('run of digits').waitFor();
    for (const name of ['New password', 'Repeat new password']) await input(name).fill(DEMO_PAY_PASSWORD);
    await press('Save payment password');
    await page.getByText('Payment password saved.').waitFor();
    await input('Current payment password').waitFor();
    expect(await input('Current payment password').getAttribute('autocomplete')).toBe('off');
    await opened.expectAccessible();
    expect(opened.trouble.foreignRequests).toEqual([]);
  });
});
