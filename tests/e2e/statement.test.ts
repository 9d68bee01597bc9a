import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_NAMES, LANGUAGES } from '@merchant-console/declaration/languages';
import { addDays, dayInZone } from '@merchant-console/declaration';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

describe('the statement', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let today = '';

  beforeAll(async () => {
    console = await openConsole({ orders: 300 });
    today = dayInZone(console.world.clock.now(), 'Asia/Shanghai');
    opened = await console.open('/statement', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const sheet = () => page.getByRole('article', { name: 'Account statement' });
  const line = (item: string) =>
    sheet()
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: item }) });
  const openDays = (from: string, to: string) => tabBar(page).visit(`/statement?from=${from}&to=${to}`);

  it('opens for yesterday, keeps its dates in the URL, and links a figure to its entries', async () => {
    const yesterday = addDays(today, -1);
    await page.waitForURL(`**/statement?from=${yesterday}&to=${yesterday}`);
    await sheet().getByText(yesterday).first().waitFor();
    await openDays(addDays(today, -30), today);
    await sheet().getByText('Today is still in progress').waitFor();
    await sheet()
      .getByText(/^Opening balance plus activity equals .* the wallet balance\.$/)
      .waitFor();
    await opened.expectAccessible();
    const charges = sheet().getByRole('table', { name: 'Money in and out' });
    const rows = await charges.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))); // prettier-ignore
    const amounts = rows.map((cells) => cells.map((text) => BigInt(text.replaceAll(/[,.+]/g, '') || 0)).slice(-3));
    expect(amounts.length).toBeGreaterThan(3);
    // The last two rows tell fees charged from fees returned.
    for (const [gross = 0n, fee = 0n, net] of amounts.slice(0, -2)) expect(gross - fee).toBe(net);
    expect(amounts.slice(-2).reduce((sum, [fee = 0n]) => sum + fee, 0n)).toBe(amounts.at(-3)?.[1]);
    const count = await line('Collections').getByRole('link').first().innerText();
    await line('Collections').getByRole('link').first().click();
    await page.waitForURL('**/wallets?filter=*');
    await page
      .getByText(new RegExp(`of ${count}$`))
      .first()
      .waitFor();
    await page.goBack();
    await sheet()
      .getByText(`${addDays(today, -30)} – ${today}`)
      .waitFor();
  });

  it('needs no sideways scrolling at 320 px, in each language', async () => {
    const narrow = { as: 'demo', viewport: { width: 320, height: 800 } };
    const phone = await console.open(`/statement?from=${addDays(today, -30)}&to=${today}`, narrow);
    await phone.page.getByRole('article').getByRole('row').nth(3).waitFor();
    for (const language of LANGUAGES.toReversed()) {
      await phone.page.locator('header > :first-child [aria-haspopup=menu]').last().click();
      await phone.page.getByRole('menuitem', { name: LANGUAGE_NAMES[language] }).click();
      await phone.page.locator(`html[lang=${language}]`).waitFor();
      const cut = await phone.page.getByRole('main').evaluate((main) =>
        [...main.querySelectorAll('*')].flatMap((element) => {
          // Wide tables scroll within themselves.
          const scrolls = element.closest('[role=region]');
          const { right } = element.getBoundingClientRect();
          return scrolls || right <= innerWidth || !element.checkVisibility() ? [] : [element.outerHTML.slice(0, 90)];
        }),
      );
      expect({ language, cut }).toEqual({ language, cut: [] });
      expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
    await phone.context.close();
  });

  it('prints completely and without the rest of the page, black on white', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 700, height: 900 });
    expect(await sheet().isVisible()).toBe(true);
    for (const role of ['navigation', 'tablist', 'button', 'banner'] as const) {
      expect({ role, shown: await page.getByRole(role).filter({ visible: true }).count() }).toEqual({ role, shown: 0 });
    }
    const cut = await sheet()
      .locator('table')
      .evaluateAll((tables) => tables.filter((table) => table.getBoundingClientRect().right > innerWidth).length);
    expect(cut).toBe(0);
    expect(await sheet().evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('offers its periods and files in the palette', async () => {
    const choose = async (query: string, name: string) => {
      await page.keyboard.press('Control+K');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.keyboard.type(query);
      await page.getByRole('option').first().getByText(name, { exact: true }).waitFor();
      await page.keyboard.press('Enter');
    };
    await choose('last m', 'Last month');
    await page.getByRole('button', { name: 'Last month', pressed: true }).waitFor();
    const saved = page.waitForEvent('download');
    await choose('down', 'Download: Statement with entries (PDF)');
    expect((await saved).suggestedFilename()).toMatch(/\d{4}-\d\d-01.*\.pdf$/);
  });

  it('reports a difference between wallet and ledger, and is saved as a file', async () => {
    const { kysely } = console.world.db;
    await sql`update wallets w set available = 7 + (select coalesce(sum(e.amount), 0) from ledger_entries e
      where e.merchant_id = w.merchant_id and e.account = 'available')`.execute(kysely);
    await openDays(today, today);
    const alert = sheet().getByRole('alert').filter({ hasText: 'This statement doesn’t balance' });
    await alert.getByText('available +0.07, frozen 0.00').waitFor();
    await opened.expectAccessible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Other files' }).click();
    await page.getByRole('menuitem', { name: 'Statement (CSV)' }).click();
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`M\\d+-${today}\\.csv$`));
  });
});
