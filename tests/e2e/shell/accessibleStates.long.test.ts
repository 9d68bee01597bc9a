import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

/**
 * Dialogs, menus and answers that the lists, records and forms of `accessiblePages.long.test.ts` lead to. The shell around
 * them is checked there.
 */
describe('each dialog and menu of a page is accessible', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    // Low enough for a refund to need approval.
    await console.world.db.kysely.updateTable('merchants').set({ approval_threshold: 100n }).execute();
  });
  afterAll(() => console.close());

  const main = () => page.getByRole('main');
  const dialog = () => page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });
  const check = () => opened.expectAccessibleInBoth({ withoutShell: true });

  async function begin(username: string, address: string): Promise<void> {
    opened = await console.open(address, { as: username });
    page = opened.page;
  }

  async function visit(address: string): Promise<void> {
    await tabBar(page).visit(address);
    await main().getByRole('heading', { level: 1 }).first().waitFor();
  }

  const filtered = (address: string, filter: object) =>
    `${address}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
  const row = () => main().locator('table[aria-busy=false] tbody tr:visible').first();

  /** Opens the first record of a list. */
  async function openRecord(address: string): Promise<void> {
    await visit(address);
    await row().press('Enter');
    await main().locator('dl').first().waitFor();
  }

  async function closeDialog(): Promise<void> {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  }

  it('for a merchant', async () => {
    await begin('demo', '/payment');

    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option').first().click();
    await page.getByLabel('Payment amount').fill('10');
    await page.getByRole('combobox', { name: 'Saved payee' }).click();
    await page.getByRole('option', { name: /Usable from/ }).waitFor();
    await check();
    await page.getByRole('option', { disabled: false }).first().click();
    await press('Review');
    await page.getByLabel('Payment password').waitFor();
    await check();
    await press('Back');
    await page.getByRole('combobox', { name: 'Saved payee' }).fill('');
    await page.getByLabel('Save as payee').check();
    await press('Review');
    await page.getByText('Enter the card number.').waitFor();
    await check();
    await page.goto(`${console.origin}/payees`);

    await openRecord(filtered('/payees', { status: 'enabled' }));
    await press('Disable');
    await dialog().waitFor();
    await check();
    await closeDialog();

    await visit('/personal/signingKeys');
    await press('Create key');
    await dialog().getByLabel('Name').fill('reports');
    await dialog().getByLabel('Allowed addresses').fill('203.0.113.7');
    await check();
    await inDialog('Review').click();
    await dialog().getByLabel('Payment password').fill(DEMO_PAY_PASSWORD);
    console.world.clock.advance(30);
    await dialog()
      .getByLabel('Your authenticator code')
      .fill(await console.world.totpCode());
    await check();
    await inDialog('Create key').click();
    await inDialog('Copy').waitFor();
    await check();
    await inDialog('Close').click();
    await openRecord('/personal/signingKeys');
    await press('Revoke key');
    await dialog().waitFor();
    await check();
    await closeDialog();

    await openRecord(filtered('/orderList', { status: ['success'] }));
    await press('Refund');
    await dialog().getByText('Payer gets back').waitFor();
    await check();
    await dialog().getByLabel('Reason').fill('Sent back');
    await inDialog('Review').click();
    await dialog().getByLabel('Payment password').fill(DEMO_PAY_PASSWORD);
    await dialog()
      .getByRole('button', { name: /^Refund \d/ })
      .click();
    await dialog().waitFor({ state: 'detached' });

    await visit('/statement');
    await page.getByRole('article').waitFor();
    await press('Other files');
    await page.getByRole('menu').waitFor();
    await check();
    await page.keyboard.press('Escape');

    await visit(filtered('/webhookNotifications', { status: ['failed'] }));
    await row().getByRole('checkbox').check();
    await press('Send again');
    await dialog().waitFor();
    await check();
    await closeDialog();

    await visit('/personal/apiCalls');
    await row().click();
    await main().locator('dl').first().waitFor();
    await check();

    await visit('/dashboard');
    await main().getByText('Other dates').click();
    await page.getByLabel('From', { exact: true }).first().waitFor();
    await check();

    await visit('/access/roleManagement/create');
    await main().getByRole('textbox', { name: 'Name' }).fill('Night desk');
    await press('Save');
    await main().getByRole('treeitem').first().waitFor();
    await check();
    await opened.context.close();
  }, 120_000);

  it('for an approver', async () => {
    await begin('checker', '/dashboard');
    for (const address of [
      filtered('/applypayment', { status: ['pending'] }),
      filtered('/refunds', { status: ['pending_approval'] }),
    ]) {
      await openRecord(address);
      await press('Approve');
      await dialog().getByLabel('Payment password').waitFor();
      await check();
      await closeDialog();
    }
    await opened.context.close();
  }, 60_000);

  it('for an operator, and for users of a suspended merchant', async () => {
    await begin('operator', '/orderList');
    const number = await row().getByRole('link').first().innerText();
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill(number);
    await page.getByRole('option', { name: number }).first().waitFor();
    await check();
    await closeDialog();

    await visit('/dashboard');
    await main().getByText('Other dates').click();
    await page.getByLabel('From', { exact: true }).first().waitFor();
    await check();

    await openRecord(filtered('/platform/merchants', { q: 'M100002' }));
    await main().getByRole('region', { name: 'Balances' }).first().waitFor();
    await check();
    await press('Suspend');
    await dialog().getByLabel('Reason').fill('Chargebacks');
    await check();
    await dialog()
      .getByRole('button', { name: /^Suspend / })
      .click();
    await main().getByText('Chargebacks', { exact: true }).waitFor();
    await check();

    const other = await console.open('/login');
    await other.page.getByLabel('Username').fill('tokyo');
    await other.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    console.world.clock.advance(30);
    await other.page.getByLabel('Authenticator code').fill(await console.world.totpCode());
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByText(/^This merchant is suspended/).waitFor();
    await other.expectAccessibleInBoth();
    await other.context.close();

    await press('Resume');
    await dialog().getByLabel('Reason').fill('Settled');
    await check();
    await dialog()
      .getByRole('button', { name: /^Resume / })
      .click();
    await press('Suspend');
    await opened.context.close();
  }, 60_000);
});
