import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { notify } from '#server/modules/notifications/service.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

describe('the user’s own account', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    opened = await console.open('/orderList', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('a new notification appears, is announced, and opens its record', async () => {
    const { kysely, transaction } = console.world.db;
    const deposit = await kysely
      .selectFrom('deposits as d')
      .innerJoin('users as u', 'u.merchant_id', 'd.merchant_id')
      .where('u.username', '=', 'demo')
      .where('d.status', '=', 'pass')
      .select(['d.merchant_id', 'd.id', 'd.deposit_no', 'd.amount', 'd.currency', 'u.id as user_id'])
      .executeTakeFirstOrThrow();
    // Only notifications after the first response count as new.
    const firstAnswer = page.waitForResponse(/notifications\/unread/);
    await page.reload();
    await firstAnswer;
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    const about = { resource: 'deposits', record_id: deposit.id, number: deposit.deposit_no, status: 'pass' };
    await transaction((tx) =>
      notify(tx, {
        merchantId: deposit.merchant_id,
        userIds: [deposit.user_id],
        kind: 'deposit_decided',
        data: { ...about, amount: deposit.amount.toString(), currency: deposit.currency },
        at: console.world.clock.now(),
      }),
    );
    // Also refetched on navigation.
    await press('Account');
    await page.getByRole('menuitem', { name: 'My account' }).click();
    await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
    const sentence = new RegExp(`Your deposit ${deposit.deposit_no} for .* was credited to your balance`);
    await page.getByRole('status').filter({ hasText: sentence }).waitFor({ state: 'attached' });
    await press('Notifications, 1 unread');
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await panel.getByText(sentence).waitFor();
    await opened.expectAccessible();
    await panel.getByText(sentence).click();
    await page.waitForURL(new RegExp(`/${deposit.id}/show$`));
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  });

  it('a user’s time zone applies to the times that are shown and to the filters', async () => {
    await tabBar(page).visit('/account');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    const seen = page.getByText(/last seen/);
    const before = await seen.innerText();
    await zone.fill('new york');
    await page.getByRole('option', { name: /America\/New_York/ }).click();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await expect.poll(() => seen.innerText()).not.toBe(before);
    await opened.expectAccessible();
    await page.goto(`${console.origin}/orderList`);
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('combobox', { name: 'Created' }).click();
    await press('Today');
    // Midnight in New York.
    await page.waitForURL((url) => /T0[45](:|%3A)00(:|%3A)00\.000Z/.test(url.search));
  });

  it('a new authenticator replaces the current one', async () => {
    await tabBar(page).visit('/account');
    await press('Replace authenticator');
    console.world.clock.advance(30);
    await page.getByLabel('Login password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel('Code from your current authenticator').fill(await console.world.totpCode());
    await press('Continue');
    const secret = await page.locator('section code').first().innerText();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const epoch = Math.floor(console.world.clock.now().getTime() / 1000);
    await page
      .getByLabel('Code from the new authenticator')
      .fill(await generate({ secret: secret.replaceAll(' ', ''), epoch }));
    await press('Confirm');
    await page.getByText('Your new authenticator is active').waitFor();
    expect(await page.locator('section ol li').count()).toBe(10);
    await opened.expectAccessible();
    await page.getByLabel('I’ve saved these codes').check();
    await press('Done');
    await page.getByText('10 codes left').waitFor();
  });
});
