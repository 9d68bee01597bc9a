import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { servedConsole } from '#tests/support/servedConsole.ts';

/** Collects violations of the content security policy on this and all later pages. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (violation: string) => void violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      if (typeof report === 'function') report(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return violations;
}

describe('the content security policy', () => {
  const strict = servedConsole();

  it('is violated by no page and no pop-up, and nothing is loaded from elsewhere', async () => {
    const { page, context, trouble, signIn } = await strict.console.open('/login');
    const violations = await watchViolations(page);
    const go = (path: string) => page.goto(strict.console.origin + path);
    await go('/login?redirect=%2Fdashboard');
    await signIn();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.waitFor();
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');

    await go('/orderList');
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('combobox', { name: 'Created' }).click();
    await page.getByRole('dialog', { name: 'Created' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^View:/ }).click();
    await page.getByRole('menuitem', { name: 'Columns…' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog', { name: 'Export' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.waitForURL('**/show');
    await page.getByRole('heading', { level: 1 }).waitFor();

    await go('/access/menuList/create');
    await page.getByRole('combobox').first().click();
    await page.getByRole('listbox').waitFor();
    await go('/access/sessions');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(violations).toEqual([]);
    expect(trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
    await context.close();
  });
});
