import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addDays } from '@merchant-console/declaration';
import { tabBar } from '#tests/support/tabBar.ts';
import { openedStatement } from './openedStatement.ts';

describe('the statement', () => {
  const statement = openedStatement();
  const { sheet } = statement;

  const line = (item: string) =>
    sheet()
      .getByRole('row')
      .filter({ has: statement.page.getByRole('rowheader', { name: item }) });

  const openDays = (from: string, to: string) => tabBar(statement.page).visit(`/statement?from=${from}&to=${to}`);

  it('opens for yesterday, keeps its dates in the URL, and links a figure to its entries', async () => {
    const yesterday = addDays(statement.today, -1);
    await statement.page.waitForURL(`**/statement?from=${yesterday}&to=${yesterday}`);
    await sheet().getByText(yesterday).first().waitFor();
    await openDays(addDays(statement.today, -30), statement.today);
    await sheet().getByText('Today is still in progress').waitFor();
    await sheet()
      .getByText(/^Opening balance plus activity equals .* the wallet balance\.$/)
      .waitFor();
    await statement.opened.expectAccessible();
    const charges = sheet().getByRole('table', { name: 'Money in and out' });
    const rows = await charges.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))); // prettier-ignore
    const amounts = rows.map((cells) => cells.map((text) => BigInt(text.replaceAll(/[,.+]/g, '') || 0)).slice(-3));
    expect(amounts.length).toBeGreaterThan(3);
    // The last two rows tell fees charged from fees returned.
    for (const [gross = 0n, fee = 0n, net] of amounts.slice(0, -2)) expect(gross - fee).toBe(net);
    expect(amounts.slice(-2).reduce((sum, [fee = 0n]) => sum + fee, 0n)).toBe(amounts.at(-3)?.[1]);
    const count = await line('Collections').getByRole('link').first().innerText();
    await line('Collections').getByRole('link').first().click();
    await statement.page.waitForURL('**/wallets?filter=*');
    await statement.page
      .getByText(new RegExp(`of ${count}$`))
      .first()
      .waitFor();
    await statement.page.goBack();
    await sheet()
      .getByText(`${addDays(statement.today, -30)} – ${statement.today}`)
      .waitFor();
  });

  it('reports a difference between wallet and ledger, and is saved as a file', async () => {
    const { kysely } = statement.console.world.db;
    await sql`update wallets w set available = 7 + (select coalesce(sum(e.amount), 0) from ledger_entries e
      where e.merchant_id = w.merchant_id and e.account = 'available')`.execute(kysely);
    await openDays(statement.today, statement.today);
    const alert = sheet().getByRole('alert').filter({ hasText: 'This statement doesn’t balance' });
    await alert.getByText('available +0.07, frozen 0.00').waitFor();
    await statement.opened.expectAccessible();
    const saved = statement.page.waitForEvent('download');
    await statement.page.getByRole('button', { name: 'Other files' }).click();
    await statement.page.getByRole('menuitem', { name: 'Statement (CSV)' }).click();
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`M\\d+-${statement.today}\\.csv$`));
  });
});
