import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '../../support/openedConsole.ts';

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
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
  });
  afterAll(() => console.close());

  it.each(['/', '/login', '/orderList', '/no/such/page'])('is sent with %s and allows nothing inline', async (path) => {
    const { headers } = await console.world.call({ url: path });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
  });

  it('is violated by no page and no pop-up, and nothing is loaded from elsewhere', async () => {
    const { page, context, trouble, signIn } = await console.open('/login');
    const violations = await watchViolations(page);
    const go = (path: string) => page.goto(console.origin + path);
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
