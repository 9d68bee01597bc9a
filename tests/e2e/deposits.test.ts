import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const NUMBER = /D\d{22}/;
const ACCOUNT = '6100 2200 0088 0001 23';

describe('a deposit', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    const permissions = ['clipboard-read', 'clipboard-write'];
    opened = await console.open('/recharge', { as: 'demo', permissions });
    page = opened.page;
  });
  afterAll(() => console.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  async function copied(label: string): Promise<string> {
    await press(`Copy: ${label}`);
    await page.getByRole('button', { name: `Copied: ${label}` }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  }

  it('shows the account to pay to once a channel is chosen, to copy line by line', async () => {
    const instructions = page.getByRole('region', { name: 'Send the money to' });
    await instructions.getByText('江海示例银行').waitFor();
    await instructions.getByText('充值, then the deposit number. You get it when you request the deposit.').waitFor();
    await opened.expectAccessibleInBoth({ withoutShell: true });
    expect(await copied('Account number')).toBe(ACCOUNT);
    expect(await page.getByRole('button', { name: 'Copy: Payment reference' }).count()).toBe(0);
  });

  it('prints the account alone, and the whole page again afterwards', async () => {
    await page.evaluate(() => (window.print = () => {}));
    await press('Print');
    await page.emulateMedia({ media: 'print' });
    await page.getByText(ACCOUNT).waitFor();
    expect(await page.getByLabel(/^Deposit amount/).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
    await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
    await page.getByLabel(/^Deposit amount/).waitFor();
    await page.emulateMedia({ media: 'screen' });
  });

  it('has a reference with its number on the result and its record until it is decided', async () => {
    await page.getByLabel(/^Deposit amount/).fill('1,234.5');
    await page.getByLabel(/^Payer/).fill('Ana');
    await press('Review');
    await press('Confirm');
    await page.getByRole('heading', { name: 'Deposit requested' }).waitFor();
    await page.getByText('Send the money to the account below').waitFor();
    await opened.expectAccessible();
    expect(await copied('Payment reference')).toMatch(new RegExp(`^充值 ${NUMBER.source}$`));
    expect(await copied('You send')).toBe('1234.50');
    await page.getByRole('link', { name: 'View request' }).click();
    const instructions = page.getByRole('region', { name: 'Payment instructions' });
    await instructions.getByText(ACCOUNT).waitFor();
    await console.world.db.kysely
      .updateTable('deposits')
      .set({ status: 'reject', reviewed_at: console.world.clock.now() })
      .where('payer_name', '=', 'Ana')
      .execute();
    await page.reload();
    await page.getByText('Rejected').first().waitFor();
    expect(await instructions.count()).toBe(0);
  });

  it('without an account to pay to says why it can’t be made', async () => {
    const none = { bank_name: null, account_holder: null, account_number: null, branch_name: null, reference: null };
    await console.world.db.kysely.updateTable('channels').set(none).execute();
    await page.goto(`${console.origin}/recharge`);
    await page.getByText('Deposits are currently unavailable').waitFor();
    await page.getByText('The payment company hasn’t set up an account for your deposits yet.').waitFor();
  });
});
