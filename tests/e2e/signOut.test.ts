import { describe, expect, it } from 'vitest';
import type { OpenedConsole } from '../support/openedConsole.ts';
import { servedConsole } from '#tests/support/servedConsole.ts';

describe('signing out', () => {
  const signedIn = servedConsole();

  async function logOut(page: Awaited<ReturnType<OpenedConsole['open']>>['page']): Promise<void> {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }

  it('14: ends the session on the server, clears the browser’s storage, and remembers the page', async () => {
    const { page, context } = await signedIn.console.open('/401', { as: 'demo' });
    await page.goto(`${signedIn.console.origin}/orderList?page=2&perPage=10`);
    await page.getByRole('table').waitFor();
    const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
    const told = page.waitForResponse('**/prod-api/logout');
    const address = page.url().slice(signedIn.console.origin.length);
    await logOut(page);
    expect((await told).status()).toBe(200);
    expect(page.url().slice(signedIn.console.origin.length)).toBe(`/login?redirect=${encodeURIComponent(address)}`);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('Admin-Token');
    expect(await page.evaluate(() => localStorage.getItem('roles'))).toBeNull();
    expect((await signedIn.console.world.call({ url: '/prod-api/orders', token })).json()).toMatchObject({ code: 400 });
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  it('15: leaves no data of one user to the next', async () => {
    const { page, context, signIn } = await signedIn.console.open('/orderList', { as: 'demo' });
    await page.getByRole('row').nth(1).waitFor();
    const [first] = /C\d{10,}/.exec(await page.getByRole('row').nth(1).innerText()) ?? [];
    expect(first).toBeDefined();
    await logOut(page);
    await signIn('tokyo');
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('table').innerText()).not.toContain(first);
    // Yen, without decimals.
    const amounts = page
      .getByRole('row')
      .nth(1)
      .getByRole('cell', { name: /^[\d,]+( JPY)?$/ });
    await amounts.first().waitFor();
    expect(await page.getByRole('row').nth(1).innerText()).not.toMatch(/\d\.\d\d\b/);
    await logOut(page);
    await signIn('operator');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.waitFor();
    expect(await menu.innerText()).not.toContain('Batch transfer');
    await context.close();
  });
});
