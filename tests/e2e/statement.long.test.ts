import { describe, expect, it } from 'vitest';
import { LANGUAGE_NAMES, LANGUAGES } from '@merchant-console/declaration/languages';
import { addDays } from '@merchant-console/declaration';
import { openedStatement } from './openedStatement.ts';

describe('the statement', () => {
  const statement = openedStatement();
  const { sheet } = statement;

  it('needs no sideways scrolling at 320 px, in each language', async () => {
    const narrow = { as: 'demo', viewport: { width: 320, height: 800 } };
    const phone = await statement.console.open(
      `/statement?from=${addDays(statement.today, -30)}&to=${statement.today}`,
      narrow,
    );
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
    await statement.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await statement.page.setViewportSize({ width: 700, height: 900 });
    expect(await sheet().isVisible()).toBe(true);
    for (const role of ['navigation', 'tablist', 'button', 'banner'] as const) {
      expect({ role, shown: await statement.page.getByRole(role).filter({ visible: true }).count() }).toEqual({
        role,
        shown: 0,
      });
    }
    const cut = await sheet()
      .locator('table')
      .evaluateAll((tables) => tables.filter((table) => table.getBoundingClientRect().right > innerWidth).length);
    expect(cut).toBe(0);
    expect(await sheet().evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
    await statement.page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await statement.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('offers its periods and files in the palette', async () => {
    const choose = async (query: string, name: string) => {
      await statement.page.keyboard.press('Control+K');
      await statement.page.getByRole('dialog').getByRole('combobox').waitFor();
      await statement.page.keyboard.type(query);
      await statement.page.getByRole('option').first().getByText(name, { exact: true }).waitFor();
      await statement.page.keyboard.press('Enter');
    };
    await choose('last m', 'Last month');
    await statement.page.getByRole('button', { name: 'Last month', pressed: true }).waitFor();
    const saved = statement.page.waitForEvent('download');
    await choose('down', 'Download: Statement with entries (PDF)');
    expect((await saved).suggestedFilename()).toMatch(/\d{4}-\d\d-01.*\.pdf$/);
  });
});
