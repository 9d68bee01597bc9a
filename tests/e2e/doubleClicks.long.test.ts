import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const BATCH = 'payee_name,card_number,bank_name,amount,remark\n王伟,6222021234567890128,工商银行,100.00,工资\n';

describe('a double click on a button', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  /** Calls since the start of the test that may change data. */
  let changing: string[] = [];

  beforeAll(async () => {
    console = await openConsole({ orders: 20, keyGraceHours: 24 });
    opened = await console.open('/bankcard/create', { as: 'demo' });
    page = opened.page;
    page.on('dialog', (dialog) => void dialog.accept());
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      // A quote changes nothing.
      if (request.method() !== 'GET' && !path.endsWith('/quote')) changing.push(`${request.method()} ${path}`);
    });
  });
  afterAll(() => console.close());
  beforeEach(() => {
    changing = [];
  });

  const act = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true });
  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const valueOf = (field: string) => page.locator('dt', { hasText: new RegExp(`^${field}$`) }).locator('+ dd');
  async function count(table: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int n from ${sql.table(table)}`.execute(
      console.world.db.kysely,
    );
    return rows[0]?.n ?? NaN;
  }

  it('saves a new record once', async () => {
    const before = await count('bankcards');
    await input('Cardholder').fill('Lin Trading');
    await input('Bank name').fill('First Bank');
    await input('Card number').fill('6222021234567890');
    await act('Save').dblclick();
    await page.waitForURL(/\/bankcard\/[^/]+\/show$/);
    await valueOf('Card number').waitFor();
    expect(changing).toEqual(['POST /prod-api/bankcards']);
    expect(await count('bankcards')).toBe(before + 1);
  });

  it('changes a record once', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await input('Branch').fill('Harbour');
    await act('Save').dblclick();
    await page.waitForURL(/\/show$/);
    await valueOf('Branch').getByText('Harbour').waitFor();
    expect(changing).toEqual([expect.stringMatching(/^PUT \/prod-api\/bankcards\/[\w-]+$/)]);
  });

  it('runs an action once, with and without a confirmation', async () => {
    await act('Set as default').dblclick();
    await valueOf('Default').getByText('Yes').waitFor();
    await act('Disable').click();
    await act('Disable', dialog()).dblclick();
    await act('Enable').waitFor();
    const made = changing.map((call) => call.split('/').at(-1));
    expect(made).toEqual(['set_default', 'disable']);
  });

  it('requests a withdrawal once', async () => {
    const before = await count('withdrawals');
    await page.goto(`${console.origin}/withdraw`);
    await page.getByLabel(/^Withdrawal amount/).fill('200');
    await act('Review').dblclick();
    await page.getByLabel(/^Payment password/).fill(DEMO_PAY_PASSWORD);
    await act('Confirm').dblclick();
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    expect(changing).toEqual(['POST /prod-api/withdrawals']);
    expect(await count('withdrawals')).toBe(before + 1);
  });

  it('uploads and submits a batch once', async () => {
    const before = await count('batch_transfers');
    await page.goto(`${console.origin}/batchtransfer`);
    await act('Choose file').waitFor();
    const file = { name: 'wages.csv', mimeType: 'text/csv', buffer: Buffer.from(BATCH) };
    await page.setInputFiles('input[type=file]', file);
    await page.waitForURL(/batchtransferDetail\?batch_id=/);
    await act('Submit batch').dblclick();
    await page.getByLabel(/Payment password/).fill(DEMO_PAY_PASSWORD);
    await act(/^Submit [\d.,]+ CNY$/, dialog()).dblclick();
    await page.getByText('0 of 1 payments finished').waitFor();
    expect(changing.filter((call) => call.endsWith('/submit'))).toHaveLength(1);
    expect(await count('batch_transfers')).toBe(before + 1);
  });

  it('invites a user once, and keeps the one-time link on the screen', async () => {
    await page.goto(`${console.origin}/authuser`);
    await act('Invite user').click();
    await dialog().getByLabel('Username').fill('ana');
    await dialog().getByLabel('Full name').fill('Ana Ruiz');
    await dialog()
      .getByRole('checkbox', { name: /^Viewer/ })
      .check();
    await act('Invite user', dialog()).dblclick();
    await dialog().getByText('This is shown only once.').waitFor();
    expect(changing).toEqual(['POST /prod-api/users/invite']);
    await act('Close', dialog()).click();
  });

  it('replaces the signing key once, and keeps the new key on the screen', async () => {
    await page.goto(`${console.origin}/personal/basicInformation`);
    await act('Replace key').click();
    await dialog().getByLabel('Payment password').fill(DEMO_PAY_PASSWORD);
    console.world.clock.advance(30);
    await dialog()
      .getByLabel('Your authenticator code')
      .fill(await console.world.totpCode());
    await act('Replace key', dialog()).dblclick();
    await dialog().getByRole('status', { name: 'Secret' }).waitFor();
    expect(changing).toEqual(['POST /prod-api/md5-key/update']);
    await act('I’ve saved the key').dblclick();
    await dialog().waitFor({ state: 'detached' });
  });

  it('deletes a record once, after a confirmation that the double click has opened and not answered', async () => {
    await page.goto(`${console.origin}/roleManagement/create`);
    await input('Name').fill('Of no use');
    await act('Save').click();
    await page.getByRole('treeitem').first().waitFor();
    await page.goBack();
    await page.waitForURL(/\/show$/);
    const before = await count('roles');
    changing = [];
    await act('Delete').dblclick();
    // A click beside the dialog closes it.
    await dialog().waitFor();
    await page.mouse.click(20, 450);
    await dialog().waitFor({ state: 'detached' });
    await act('Delete').dblclick();
    await act('Delete', dialog()).dblclick();
    await page.getByRole('table', { name: 'Roles' }).waitFor();
    expect(changing).toEqual([expect.stringMatching(/^DELETE \/prod-api\/roles\/[\w-]+$/)]);
    expect(await count('roles')).toBe(before - 1);
  });

  it('approves a withdrawal once', async () => {
    const { id } = await console.world.db.kysely
      .selectFrom('withdrawals')
      .where('status', '=', 'pending')
      .select('id')
      .executeTakeFirstOrThrow();
    const { page: other, context } = await console.open(`/withdrawalReviews/${id}/show`, { as: 'operator' });
    const sent: string[] = [];
    other.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await act('Approve', other).dblclick();
    await other.getByLabel(/Payment password/).fill(DEMO_PAY_PASSWORD);
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve [\d,.]+ [A-Z]{3}$/ })
      .dblclick();
    await other.getByRole('dialog').waitFor({ state: 'detached' });
    await act('Approve', other).waitFor({ state: 'detached' });
    expect(sent).toEqual([expect.stringMatching(/\/approve$/)]);
    await context.close();
  });
});
