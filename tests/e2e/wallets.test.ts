import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the wallet', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let wallet: { available: bigint; frozen: bigint };

  beforeAll(async () => {
    console = await openConsole({ orders: 300 });
    const { rows } = await sql<typeof wallet>`
      select available, frozen from wallets join merchants using (merchant_id) where merchant_no = 'M100001'`.execute(
      console.world.db.kysely,
    );
    const [row] = rows;
    if (!row) throw new Error('the demo has no wallet');
    wallet = row;
    opened = await console.open('/wallets', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const figure = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  const dialog = () => page.getByRole('dialog');
  const shown = (minor: bigint) =>
    `${(minor / 100n).toLocaleString('en')}.${(minor % 100n).toString().padStart(2, '0')}`;
  const entries = () =>
    dialog()
      .getByRole('table', { name: /Entries/ })
      .getByRole('row');

  it('shows the available balance, the frozen balance and their total', async () => {
    await figure('Available').waitFor();
    const amounts = { Available: wallet.available, Frozen: wallet.frozen, Total: wallet.available + wallet.frozen };
    for (const [name, amount] of Object.entries(amounts)) {
      expect((await figure(name).innerText()).replaceAll(/\s+/g, ' ')).toContain(`${shown(amount)} CNY`);
    }
    await page.getByRole('row').nth(3).waitFor();
  });

  it('links an entry to its order or payout, which links to its entries', async () => {
    const link = page
      .getByRole('table', { name: 'Wallet' })
      .getByRole('link', { name: /^[CP]\d+$/ })
      .first();
    const number = await link.innerText();
    await link.click();
    await page.waitForURL(/\/(orderList|paymentOrder)\/[^/]+\/show$/);
    await page.getByRole('heading', { level: 1, name: number }).waitFor();
    const related = page.getByRole('region', { name: 'Wallet ledger' });
    await related
      .getByRole('link', { name: /^CNY-\d+$/ })
      .first()
      .waitFor();
    await page.goBack();
    await figure('Available').waitFor();
  });

  it('shows the time of an entry without scrolling at 1440 px, in each language', async () => {
    const time = page.getByRole('cell', { name: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ }).first();
    for (const [button, next, lang] of [
      ['Language', '中文', 'zh'],
      ['语言', 'Español', 'es'],
      ['Idioma', '日本語', 'ja'],
      ['言語', 'English', 'en'],
    ] as const) {
      const [cell, main] = [await time.boundingBox(), await page.getByRole('main').boundingBox()];
      expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual((main?.x ?? 0) + (main?.width ?? 0) - 24);
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('menuitem', { name: next }).click();
      await page.locator(`html[lang=${lang}]`).waitFor();
    }
  });

  it('explains each figure by its entries', async () => {
    for (const name of ['Frozen', 'Total', 'Available']) {
      await figure(name).click();
      await dialog().getByText('The ledger entries add up to this balance').waitFor();
      await dialog().getByText('Amounts match').waitFor();
      await entries().nth(1).waitFor();
      if (name === 'Available') break;
      await dialog().getByRole('button', { name: 'Close' }).click();
    }
    await opened.expectAccessibleInBoth();
    await dialog().getByRole('button', { name: 'Older entries' }).click();
    await dialog().getByRole('button', { name: 'Back to newest' }).waitFor();
    await entries().nth(1).waitFor();
    await dialog().getByRole('button', { name: 'Last 7 days' }).click();
    await dialog().getByText('Amounts match').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
  });

  it('marks an entry that was tampered with, and links to it', async () => {
    await sql`
      update ledger_entries set balance_after = balance_after + 100
      where account = 'available' and seq = 20
        and merchant_id = (select merchant_id from merchants where merchant_no = 'M100001')`.execute(
      console.world.db.kysely,
    );
    await figure('Available').click();
    await dialog().getByText('1 entry doesn’t follow on from the one before.').waitFor();
    await dialog().getByRole('button', { name: 'Go to the first problem' }).click();
    const wrong = dialog().getByRole('row', { name: /The recorded balance doesn’t match/ });
    await wrong.waitFor();
    await expect.poll(() => wrong.evaluate((row) => row === document.activeElement)).toBe(true);
    await opened.expectAccessible();
    await dialog().getByRole('button', { name: 'Back to newest' }).click();
    await dialog().getByRole('button', { name: 'Close' }).click();
  });

  it('keeps the list below it, with tabs, sums and export', async () => {
    await page.getByRole('tab', { name: 'Debit' }).click();
    await page.waitForURL(/debit/);
    await page.getByText('Amount').first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.(csv|xlsx)$/);
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await figure('Available').click();
    await entries().nth(1).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const sums = dialog().getByRole('region').first();
    expect(await sums.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
    await opened.expectAccessible();
  });

  it('is hidden from users who may not list the ledger', async () => {
    const { login_token: token } = await console.world.signIn('operator');
    for (const url of ['/prod-api/wallets', '/prod-api/wallets/CNY/proof?figure=total']) {
      expect((await console.world.call({ method: 'GET', url, token })).statusCode).toBe(403);
    }
  });
});
