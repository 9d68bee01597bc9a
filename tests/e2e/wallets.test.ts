import { describe, expect, it } from 'vitest';
import { openedWallet } from './openedWallet.ts';

describe('the wallet', () => {
  const wallet = openedWallet();
  const { figure, dialog, entries } = wallet;

  const shown = (minor: bigint) =>
    `${(minor / 100n).toLocaleString('en')}.${(minor % 100n).toString().padStart(2, '0')}`;

  it('shows the available balance, the frozen balance and their total', async () => {
    await figure('Available').waitFor();
    const amounts = {
      Available: wallet.wallet.available,
      Frozen: wallet.wallet.frozen,
      Total: wallet.wallet.available + wallet.wallet.frozen,
    };
    for (const [name, amount] of Object.entries(amounts)) {
      expect((await figure(name).innerText()).replaceAll(/\s+/g, ' ')).toContain(`${shown(amount)} CNY`);
    }
    await wallet.page.getByRole('row').nth(3).waitFor();
  });

  it('links an entry to its order or payout, which links to its entries', async () => {
    const link = wallet.page
      .getByRole('table', { name: 'Wallet' })
      .getByRole('link', { name: /^[CP]\d+$/ })
      .first();
    const number = await link.innerText();
    await link.click();
    await wallet.page.waitForURL(/\/(orderList|paymentOrder)\/[^/]+\/show$/);
    await wallet.page.getByRole('heading', { level: 1, name: number }).waitFor();
    const related = wallet.page.getByRole('region', { name: 'Wallet ledger' });
    await related
      .getByRole('link', { name: /^CNY-\d+$/ })
      .first()
      .waitFor();
    await wallet.page.goBack();
    await figure('Available').waitFor();
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
    await wallet.opened.expectAccessibleInBoth();
    await dialog().getByRole('button', { name: 'Older entries' }).click();
    await dialog().getByRole('button', { name: 'Back to newest' }).waitFor();
    await entries().nth(1).waitFor();
    await dialog().getByRole('button', { name: 'Last 7 days' }).click();
    await dialog().getByText('Amounts match').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
  });
});
