import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openedWallet } from './openedWallet.ts';

describe('the wallet', () => {
  const wallet = openedWallet();
  const { figure, dialog, entries } = wallet;

  it('shows the time of an entry without scrolling at 1440 px, in each language', async () => {
    const time = wallet.page.getByRole('cell', { name: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ }).first();
    for (const [button, next, lang] of [
      ['Language', '中文', 'zh'],
      ['语言', 'Español', 'es'],
      ['Idioma', '日本語', 'ja'],
      ['言語', 'English', 'en'],
    ] as const) {
      const [cell, main] = [await time.boundingBox(), await wallet.page.getByRole('main').boundingBox()];
      expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual((main?.x ?? 0) + (main?.width ?? 0) - 24);
      await wallet.page.getByRole('button', { name: button, exact: true }).click();
      await wallet.page.getByRole('menuitem', { name: next }).click();
      await wallet.page.locator(`html[lang=${lang}]`).waitFor();
    }
  });

  it('marks an entry that was tampered with, and links to it', async () => {
    await sql`
      update ledger_entries set balance_after = balance_after + 100
      where account = 'available' and seq = 20
        and merchant_id = (select merchant_id from merchants where merchant_no = 'M100001')`.execute(
      wallet.console.world.db.kysely,
    );
    await figure('Available').click();
    await dialog().getByText('1 entry doesn’t follow on from the one before.').waitFor();
    await dialog().getByRole('button', { name: 'Go to the first problem' }).click();
    const wrong = dialog().getByRole('row', { name: /The recorded balance doesn’t match/ });
    await wrong.waitFor();
    await expect.poll(() => wrong.evaluate((row) => row === document.activeElement)).toBe(true);
    await wallet.opened.expectAccessible();
    await dialog().getByRole('button', { name: 'Back to newest' }).click();
    await dialog().getByRole('button', { name: 'Close' }).click();
  });

  it('keeps the list below it, with tabs, sums and export', async () => {
    await wallet.page.getByRole('tab', { name: 'Debit' }).click();
    await wallet.page.waitForURL(/debit/);
    await wallet.page.getByText('Amount').first().waitFor();
    await wallet.page.getByRole('button', { name: 'Export' }).click();
    const download = wallet.page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.(csv|xlsx)$/);
  });

  it('fits a phone', async () => {
    await wallet.page.setViewportSize({ width: 390, height: 844 });
    await figure('Available').click();
    await entries().nth(1).waitFor();
    const overflow = await wallet.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const sums = dialog().getByRole('region').first();
    expect(await sums.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
    await wallet.opened.expectAccessible();
  });

  it('is hidden from users who may not list the ledger', async () => {
    const { login_token: token } = await wallet.console.world.signIn('operator');
    for (const url of ['/prod-api/wallets', '/prod-api/wallets/CNY/proof?figure=total']) {
      expect((await wallet.console.world.call({ method: 'GET', url, token })).statusCode).toBe(403);
    }
  });
});
