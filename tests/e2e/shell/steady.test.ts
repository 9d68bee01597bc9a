import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { delayAnswers } from '#tests/support/delayAnswers.ts';
import { watchLayout } from '#tests/support/layoutShifts.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { spilledText } from '#tests/support/spilledText.ts';
import { tabBar } from '#tests/support/tabBar.ts';

const WIDTHS = [1440, 1024, 390];
const NOTHING_FOUND = `/orderList?filter=${encodeURIComponent('{"q":"nothing like this"}')}`;

describe('the console stays in place', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let record: string;

  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/orderList', { as: 'demo', reducedMotion: 'reduce' });
    page = opened.page;
    record = (await page.locator('tbody a').first().getAttribute('href')) ?? '';
  });
  afterAll(() => console.close());

  const main = (of: Page) => of.getByRole('main');
  const rows = (of: Page) => main(of).locator('table[aria-busy=false] tbody tr').first().waitFor();
  const settled = async (of: Page) => {
    await main(of).getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(() => main(of).locator('[aria-busy=true], .MuiSkeleton-root').count()).toBe(0);
  };

  it.each([1440, 390])('nothing moves at a width of %i px', async (width) => {
    const visitor = await console.open('/favicon.svg', { viewport: { width, height: 900 } });
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
      // Else the one with the form's page would slide open under way.
      ['submenus', () => bar.openSubmenus()],
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
      // Breadcrumb and tabs say where one is, and change with it.
      const found = await shifts(visits.some(([one]) => one === name) ? 'header' : undefined);
      if (found.length > 0) moved[name] = found;
    }
    expect(moved).toEqual({});
    await visitor.context.close();
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    it('all fits on the login page', async () => {
      const visitor = await console.open('/login', { locale: language });
      for (const width of WIDTHS) {
        await visitor.page.setViewportSize({ width, height: 900 });
        expect(await visitor.page.evaluate(spilledText), `${width} px`).toEqual([]);
      }
      await visitor.context.close();
    });

    it('all fits in the console', async () => {
      const bar = tabBar(page);
      await opened.context.addCookies([{ name: 'language', value: language, url: console.origin }]);
      await page.goto(`${console.origin}/dashboard`);
      for (const width of WIDTHS) {
        const expectFit = async (name: string) =>
          expect.soft(await page.evaluate(spilledText), `${width} px, ${name}`).toEqual([]);
        await page.setViewportSize({ width, height: 900 });
        for (const address of ['/dashboard', '/orderList', record, '/access/menuList/create', NOTHING_FOUND]) {
          await bar.visit(address);
          await settled(page);
          await expectFit(address);
        }
        await page.locator('header > :first-child [aria-haspopup=menu]').last().click();
        await page.getByRole('menu').waitFor();
        await expectFit('account menu');
        await page.keyboard.press('Escape');
        await page.locator('aside > button').click();
        await page.getByRole('dialog').waitFor();
        await expectFit('settings');
        await page.keyboard.press('Escape');
        await bar.visit('/404');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectFit('404');
      }
    });
  });
});
