import { generate } from 'otplib';
import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { tabBar } from '#tests/support/tabBar.ts';
import { openedAccount } from './openedAccount.ts';

describe('the user’s own account', () => {
  const account = openedAccount();
  const { press } = account;

  it('a user’s time zone applies to the times that are shown and to the filters', async () => {
    await tabBar(account.page).visit('/account');
    const zone = account.page.getByRole('combobox', { name: 'Time zone' });
    const seen = account.page.getByText(/last seen/);
    const before = await seen.innerText();
    await zone.fill('new york');
    await account.page.getByRole('option', { name: /America\/New_York/ }).click();
    await account.page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await expect.poll(() => seen.innerText()).not.toBe(before);
    await account.opened.expectAccessible();
    await account.page.goto(`${account.console.origin}/orderList`);
    await account.page.getByRole('row').nth(1).waitFor();
    await account.page.getByRole('combobox', { name: 'Created' }).click();
    await press('Today');
    // Midnight in New York.
    await account.page.waitForURL((url) => /T0[45](:|%3A)00(:|%3A)00\.000Z/.test(url.search));
  });

  it('a new authenticator replaces the current one', async () => {
    await tabBar(account.page).visit('/account');
    await press('Replace authenticator');
    account.console.world.clock.advance(30);
    await account.page.getByLabel('Login password', { exact: true }).fill(DEMO_PASSWORD);
    await account.page.getByLabel('Code from your current authenticator').fill(await account.console.world.totpCode());
    await press('Continue');
    const secret = await account.page.locator('section code').first().innerText();
    await account.page.getByRole('img', { name: /QR code/ }).waitFor();
    const epoch = Math.floor(account.console.world.clock.now().getTime() / 1000);
    await account.page
      .getByLabel('Code from the new authenticator')
      .fill(await generate({ secret: secret.replaceAll(' ', ''), epoch }));
    await press('Confirm');
    await account.page.getByText('Your new authenticator is active').waitFor();
    expect(await account.page.locator('section ol li').count()).toBe(10);
    await account.opened.expectAccessible();
    await account.page.getByLabel('I’ve saved these codes').check();
    await press('Done');
    await account.page.getByText('10 codes left').waitFor();
  });
});
