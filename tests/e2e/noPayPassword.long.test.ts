import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

describe('without a payment password', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    const merchant = sql`(select tenant_id from directory where name = 'demo')`;
    const { kysely } = console.world.db;
    await sql`update users set pay_password_hash = null where merchant_id = ${merchant}`.execute(kysely);
    await sql`delete from refunds where merchant_id = ${merchant}`.execute(kysely);
    await sql`delete from orders where merchant_id = ${merchant}`.execute(kysely);
    opened = await console.open('/dashboard', { as: 'demo', isConfirmed: false });
    page = opened.page;
  });
  afterAll(() => console.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const input = (name: string) => page.getByLabel(name, { exact: true });
  const text = (name: string) => page.getByRole('textbox', { name, exact: true });
  const link = () => page.getByRole('link', { name: 'Set a payment password' });

  it('every page and dialog that asks for it says so first, with a link to its page', async () => {
    const tabs = tabBar(page);
    await page.getByText('Set a payment password (to do)').waitFor();
    await tabs.visit('/withdraw');
    await link().waitFor();
    await opened.expectAccessibleInBoth({ withoutShell: true });
    await tabs.visit('/bankcard/create');
    await text('Cardholder').fill('Acme Ltd');
    await text('Bank name').fill('First Bank');
    await text('Card number').fill('6222021234567894');
    await press('Save');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You haven’t set a payment password yet.').waitFor();
    await opened.expectAccessibleInBoth({ within: '[role=dialog]' });
    // Its dialog is above all pages, so that following the link closes it.
    await link().click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL('**/personal/payPassword');
    await tabs.visit('/personal/basicInformation');
    await page.getByRole('button', { name: /^(Replace|Create) (signing )?key$/ }).click();
    await link().click();
    await page.waitForURL('**/personal/payPassword');
  });

  it('the dialog is still there once one has been set, without the notice', async () => {
    const tabs = tabBar(page);
    await input('Login password').fill(DEMO_PASSWORD);
    await input('New password').fill('928374');
    await input('Repeat new password').fill('928374');
    await press('Save payment password');
    await page.getByText('Payment password saved.').waitFor();
    await tabs.tab('Basic info').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Payment password').waitFor();
    expect(await link().count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('a test order is placed on the page for trying the gateway, with test data', async () => {
    await tabBar(page).visit('/dashboard');
    await page.getByText('Set a payment password (done)').waitFor();
    await press('Try the gateway');
    // The card's form is still open behind its tab.
    await press('Discard changes');
    await page.getByText('Test mode: no real money moves.').waitFor();
    await page.getByRole('heading', { name: 'Try the gateway' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/personal/tryIt');
  });
});
