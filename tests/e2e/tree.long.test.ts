import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMenuPage } from '../support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

const articles: object = JSON.parse(readFileSync('examples/help-desk/articles.json', 'utf8'));

describe('records in a tree', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: { articles } });
    const { world } = console;
    await addMenuPage(world, 'M100001', 'articles', 'Articles');
    const { login_token: token } = await world.signIn('demo');
    const create = async (title: string, parent: string | null = null) => {
      const payload = { title, parent_id: parent };
      const answer = await world.call({ method: 'POST', url: '/prod-api/articles', payload, token });
      const { data }: { data: { id: string } } = answer.json();
      return data.id;
    };
    const printing = await create('Printing');
    const network = await create('Network');
    for (const title of ['Paper jam', 'Toner', 'Colours']) await create(title, printing);
    await create('Wireless', network);
    await create('Accounts');
    opened = await console.open('/articles', { as: 'demo' });
    page = opened.page;
    await page.getByRole('treegrid').waitFor();
  });
  afterAll(() => console.close());

  const row = (name: string) => page.getByRole('row', { name });
  const handle = (name: string) => page.getByRole('button', { name: `Move: ${name}`, exact: true });
  /** The visible names with their levels. */
  const outline = () =>
    page
      .locator('tr[data-index]')
      .evaluateAll((rows) =>
        rows.map((one) => `${one.getAttribute('aria-level')} ${one.querySelector('[data-slot=title]')?.textContent}`),
      );

  it('opens by the pointer and by the keyboard', async () => {
    await expect.poll(outline).toEqual(['1 Printing', '1 Network', '1 Accounts']);
    await page.getByRole('button', { name: 'Records below: Printing' }).click();
    await row('Colours').waitFor();
    await row('Network').focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(outline)
      .toEqual(['1 Printing', '2 Paper jam', '2 Toner', '2 Colours', '1 Network', '2 Wireless', '1 Accounts']);
    await opened.expectAccessibleInBoth();
  });

  it('moves records by the keyboard, which keeps the focus', async () => {
    await handle('Colours').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Colours moved to 2 of 3 in Printing').waitFor({ state: 'attached' });
    await expect.poll(outline).toEqual(expect.arrayContaining(['2 Paper jam', '2 Colours', '2 Toner']));
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Colours moved to 1 of 3 in Printing').waitFor({ state: 'attached' });
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByText('Colours moved to 2 of 4').waitFor({ state: 'attached' });
    await expect
      .poll(outline)
      .toEqual(['1 Printing', '2 Paper jam', '2 Toner', '1 Colours', '1 Network', '2 Wireless', '1 Accounts']);
    expect(await handle('Colours').evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('moves a record by dragging, but not below itself', async () => {
    await row('Wireless').dragTo(row('Accounts'));
    await expect
      .poll(outline)
      .toEqual(['1 Printing', '2 Paper jam', '2 Toner', '1 Colours', '1 Network', '1 Accounts', '2 Wireless']);
    await row('Accounts').dragTo(row('Wireless'));
    await row('Network').dragTo(row('Printing'), { targetPosition: { x: 200, y: 2 } });
    await expect
      .poll(outline)
      .toEqual(['1 Network', '1 Printing', '2 Paper jam', '2 Toner', '1 Colours', '1 Accounts', '2 Wireless']);
  });

  it('shows what a search finds with the records above it', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('toner');
    await expect.poll(outline).toEqual(['1 Printing', '2 Toner']);
    expect(await page.getByRole('button', { name: /^Move: / }).count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await row('Network').waitFor();
  });

  it('can be shown as a table, which is remembered', async () => {
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('table', { name: 'Articles' }).waitFor();
    await page.reload();
    await page.getByRole('table', { name: 'Articles' }).waitFor();
    await page.getByRole('button', { name: 'Tree' }).click();
    await page.getByRole('treegrid').waitFor();
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click();
    await page.waitForURL('**/articles?*');
    await page.getByRole('button', { name: 'Tree' }).click();
    await page.getByRole('treegrid').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await opened.expectAccessible();
  });
});
