import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '@merchant-console/declaration/languages';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { spilledText } from '#tests/support/spilledText.ts';
import { tabBar } from '#tests/support/tabBar.ts';

const WIDTHS = [1440, 1024, 390];
/** Buttons of the account menu and of the settings, whatever the language, and what they open. */
const OPENED = {
  'header > :first-child [aria-haspopup=menu]': 'menu',
  'aside > button, header button[aria-controls]:not([aria-haspopup])': 'dialog',
} as const;
/** The lists with the most columns. */
const WIDE_LISTS = ['/orderList', '/wallets', '/submercList', '/personal/channelInformation'];
const NOTHING_FOUND = `/orderList?filter=${encodeURIComponent('{"q":"nothing like this"}')}`;

/** Tests that no text is cut off at any of `WIDTHS`, in each of `languages`. */
export function testFittingTexts(languages: readonly Language[]): void {
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

  describe.each(languages)('in %s', (language) => {
    it('no text is cut off on the login page', async () => {
      const visitor = await console.open('/login', { locale: language });
      for (const width of WIDTHS) {
        await visitor.page.setViewportSize({ width, height: 900 });
        expect(await visitor.page.evaluate(spilledText), `${width} px`).toEqual([]);
      }
      await visitor.context.close();
    });

    it('no column of a list is cut off at 1440 px', async () => {
      await opened.context.addCookies([{ name: 'language', value: language, url: console.origin }]);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${console.origin}/dashboard`);
      for (const address of WIDE_LISTS) {
        await tabBar(page).visit(address);
        await settled(page);
        const table = main(page).getByRole('table').last();
        await table.getByRole('row').nth(1).waitFor();
        const hidden = await table.evaluate(
          ({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0),
        );
        expect.soft(hidden, address).toBeLessThanOrEqual(0);
      }
    });

    it('no text is cut off in the console', async () => {
      const bar = tabBar(page);
      await opened.context.addCookies([{ name: 'language', value: language, url: console.origin }]);
      await page.goto(`${console.origin}/dashboard`);
      const fitsAtEachWidth = async (
        name: string,
        { open, close }: Partial<Record<'open' | 'close', () => Promise<void>>> = {},
      ) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          // In the next frame the page follows the width.
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
          await settled(page);
          await open?.();
          expect.soft(await page.evaluate(spilledText), `${width} px, ${name}`).toEqual([]);
          await close?.();
        }
      };
      for (const address of ['/dashboard', '/orderList', record, '/access/menuList/create', NOTHING_FOUND]) {
        await bar.visit(address);
        await fitsAtEachWidth(address);
      }
      for (const [button, role] of Object.entries(OPENED)) {
        await fitsAtEachWidth(role, {
          open: async () => {
            await page.locator(button).last().click();
            await page.getByRole(role).waitFor();
          },
          close: async () => {
            await page.keyboard.press('Escape');
            await page.getByRole(role).waitFor({ state: 'detached' });
          },
        });
      }
      await bar.visit('/404');
      await fitsAtEachWidth('404');
    });
  });
}
