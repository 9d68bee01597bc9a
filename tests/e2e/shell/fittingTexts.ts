import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#shared/i18n/languages.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { spilledText } from '#tests/support/spilledText.ts';
import { tabBar } from '#tests/support/tabBar.ts';

const WIDTHS = [1440, 1024, 390];
const NOTHING_FOUND = `/orderList?filter=${encodeURIComponent('{"q":"nothing like this"}')}`;

/** Tests that no text is cut off at any of `WIDTHS`, in each of `languages`. */
export function testFittingTexts(languages: readonly Language[]): void {
  describe.each(languages)('in %s', (language) => {
    let console: OpenedConsole;
    let opened: ConsolePage;
    let page: Page;
    let record: string;

    beforeAll(async () => {
      console = await openConsole({ orders: 60 });
      opened = await console.open('/orderList', { as: 'demo' });
      page = opened.page;
      record = (await page.locator('tbody a').first().getAttribute('href')) ?? '';
    });
    afterAll(() => console.close());

    const main = (of: Page) => of.getByRole('main');
    const settled = async (of: Page) => {
      await main(of).getByRole('heading', { level: 1 }).first().waitFor();
      await expect.poll(() => main(of).locator('[aria-busy=true], .MuiSkeleton-root').count()).toBe(0);
    };

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
        await page.locator('aside > button, header button[aria-controls]:not([aria-haspopup])').last().click();
        await page.getByRole('dialog').waitFor();
        await expectFit('settings');
        await page.keyboard.press('Escape');
        await bar.visit('/404');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectFit('404');
      }
    });
  });
}
