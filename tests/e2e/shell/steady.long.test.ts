import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delayAnswers } from '#tests/support/delayAnswers.ts';
import { watchLayout } from '#tests/support/layoutShifts.ts';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

describe('the console’s layout', () => {
  let console: OpenedConsole;
  let record: string;

  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    // Each page of the list has rows of the same kind. A refund takes space of its own, also on a page without any before.
    await console.world.db.kysely.updateTable('orders').set({ refunded_amount: 0n }).execute();
    const { page, context } = await console.open('/orderList', { as: 'demo' });
    record = (await page.locator('tbody a').first().getAttribute('href')) ?? '';
    await context.close();
  });
  afterAll(() => console.close());

  const main = (of: Page) => of.getByRole('main');
  const rows = (of: Page) => main(of).locator('table[aria-busy=false] tbody tr').first().waitFor();

  /** Opens all submenus. Whatever moves in the menu is requested by the user. */
  async function pressEachSubmenu(of: Page): Promise<void> {
    const closed = of.getByRole('navigation', { name: 'Main menu' }).locator('button[aria-expanded=false]');
    while ((await closed.count()) > 0) await closed.first().click();
  }

  it.each([1440, 390])('doesn’t shift at a width of %i px', async (width) => {
    const visitor = await console.open('/favicon.svg', {
      viewport: { width, height: 900 },
      reducedMotion: 'no-preference',
    });
    const visited = visitor.page;
    const shifts = await watchLayout(visited);
    const answered = await delayAnswers(visited);
    const bar = tabBar(visited);
    const go = (address: string) => () => visited.goto(console.origin + address);
    const visit = (address: string) => () => bar.visit(address);
    const loads: [string, () => Promise<unknown>][] = [
      ['login', go('/login?redirect=/orderList')],
      ['sign-in', () => visitor.signIn().then(() => rows(visited))],
      ['cold list', go('/orderList')],
      ['cold record', go(record)],
      ['cold dashboard', go('/dashboard')],
    ];
    const visits: [string, () => Promise<unknown>][] = [
      // Otherwise the submenu with the form's page would open during the test.
      ['submenus', () => pressEachSubmenu(visited)],
      ['list', visit('/orderList')],
      ['record', visit(record)],
      ['form', visit('/access/menuList/create')],
      ['list again', visit('/orderList')],
      ['next page', visit('/orderList?page=2')],
      ['record again', visit(record)],
    ];
    const moved: Record<string, unknown> = {};
    for (const [name, step] of [...loads, ...visits]) {
      await step();
      await visited.getByRole('heading', { level: 1 }).first().waitFor();
      await answered();
      // Breadcrumb and tabs change with the page.
      const isVisit = visits.some(([one]) => one === name);
      const found = await shifts(name === 'submenus' ? 'nav' : isVisit ? 'header' : undefined);
      if (found.length > 0) moved[name] = found;
    }
    expect(moved).toEqual({});
    await visitor.context.close();
  });
});
