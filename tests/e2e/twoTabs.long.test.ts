import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the same page in two tabs', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    const fee = { rate_bps: 0, fixed_fee: 500n, min_fee: null, max_fee: null, deduction: 'outer' } as const;
    const limits = { min_amount: 10_000n, max_amount: 10n ** 12n };
    await console.world.db.kysely
      .updateTable('channels')
      .set({ ...fee, ...limits })
      .where('type', '=', 'withdrawal')
      .execute();
  });
  afterAll(() => console.close());

  async function twoTabs(address: string, as: string): Promise<[Page, Page]> {
    const { context, page } = await console.open(address, { as });
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('main').waitFor();
    return [page, other];
  }
  const figure = (page: Page, label: string) =>
    page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[contains(., "${label}")]`) });
  async function review(page: Page, amount: string): Promise<void> {
    await page.getByLabel(/^Withdrawal amount/).fill(amount);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByLabel(/^Payment password/).fill(DEMO_PAY_PASSWORD);
  }
  const confirm = (page: Page) => page.getByLabel(/^Payment password/).press('Enter');

  it('requests a different withdrawal in each, the second from the balance that the first has left', async () => {
    const [first, second] = await twoTabs('/withdraw', 'demo');
    await review(first, '100');
    await review(second, '200');
    await confirm(first);
    await first.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    const { available } = await console.world.db.kysely
      .selectFrom('wallets')
      .innerJoin('merchants', 'merchants.merchant_id', 'wallets.merchant_id')
      .where('merchant_no', '=', 'M100001')
      .select('available')
      .executeTakeFirstOrThrow();
    await figure(second, 'Current balance')
      .getByText(new RegExp(`^${shown(available)}`))
      .waitFor();
    await confirm(second);
    await second.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    const { rows } = await sql<{
      amount: bigint;
    }>`select amount from withdrawals order by created_at desc, amount limit 2`.execute(console.world.db.kysely);
    expect(new Set(rows.map(({ amount }) => amount))).toEqual(new Set([10_000n, 20_000n]));
  });

  it('makes one decision, and the other tab shows which', async () => {
    const { id } = await console.world.db.kysely
      .selectFrom('withdrawals')
      .where('status', '=', 'pending')
      .select('id')
      .executeTakeFirstOrThrow();
    const [first, second] = await twoTabs(`/withdrawalReviews/${id}/show`, 'operator');
    for (const page of [first, second]) {
      await page.route('**/prod-api/events**', (route) => route.abort());
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByLabel(/Payment password/).fill(DEMO_PAY_PASSWORD);
    }
    await first
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve [\d,.]+ [A-Z]{3}$/ })
      .click();
    await first.getByRole('dialog').waitFor({ state: 'detached' });
    await second
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve [\d,.]+ [A-Z]{3}$/ })
      .click();
    await second.getByText(/^This is already being processed/).waitFor();
  });
});

/** Minor units as the console shows them. */
function shown(amount: bigint): string {
  return (Number(amount) / 100).toLocaleString('en', { minimumFractionDigits: 2 });
}
