import { describe, expect, it } from 'vitest';
import { untilSignedOut } from '#tests/support/untilSignedOut.ts';
import { startedConsole } from './startedConsole.ts';

describe('the start of the console', () => {
  const start = startedConsole();
  const { signInHeading, pathOf, table } = start;

  const DEEP = '/orderList?page=2&perPage=20';

  it('1, 3, 13, 117: loads no page without a session, opens the page after the sign-in, and notices a deleted cookie', async () => {
    const { page, context, signIn } = await start.console.open('/favicon.svg');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(start.console.origin + DEEP);
    await signInHeading(page).waitFor();
    expect(requests.filter((path) => /^\/(prod-api|resources)\/|\/App-/.test(path))).toEqual([]);
    expect(pathOf(page)).toBe(`/login?redirect=${encodeURIComponent(DEEP)}`);
    await signIn();
    await table(page).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/orderList', { page: '2', perPage: '20' }]);

    await context.clearCookies({ name: 'Admin-Token' });
    await untilSignedOut(page, page.getByRole('link', { name: 'Dashboard' }).first());
    await page.goto(`${start.console.origin}/404`);
    await signInHeading(page).waitFor();
    expect(pathOf(page)).toBe('/login?redirect=%2F404');
    await context.close();
  });

  it('5: opens a deep link directly, without other URLs in between', async () => {
    const { page, context } = await start.console.open('/401', { as: 'demo' });
    const seen: string[] = [];
    page.on('framenavigated', () => seen.push(pathOf(page)));
    const before = await page.evaluate(() => window.history.length);
    await page.goto(`${start.console.origin}/order?page=2`);
    await table(page).waitFor();
    await page.reload();
    await table(page).waitFor();
    expect(new Set(seen)).toEqual(new Set(['/order?page=2', '/orderList?page=2']));
    expect(await page.evaluate(() => window.history.length)).toBe(before + 1);
    await context.close();
  });

  it('6: ends a session without user info, without a menu or with an invalid cookie, and says so', async () => {
    const { page, context, signIn } = await start.console.open('/401', { as: 'demo' });
    const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
    const endsWith = async (text: string) => {
      await page.goto(start.console.origin + DEEP);
      await alert(text).waitFor();
      expect(pathOf(page)).toBe(`/login?redirect=${encodeURIComponent(DEEP)}`);
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('Admin-Token');
    };
    // No response may restore the menu.
    await page.goto(`${start.console.origin}/favicon.svg`);
    await page.evaluate(() => localStorage.removeItem('roles'));
    await endsWith('getInfo: roles must be a non-null array!');

    await signIn();
    await table(page).waitFor();
    await context.clearCookies({ name: 'Currency-Data' });
    await endsWith('Verification failed, please Login again.');

    await page.route('**/vue-element-admin/user/info?**', (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: null } }),
    );
    await signIn();
    await alert('Verification failed, please Login again.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.unroute('**/vue-element-admin/user/info?**');

    await signIn();
    await table(page).waitFor();
    await context.addCookies([{ name: 'Admin-Token', value: 'garbage', url: start.console.origin }]);
    await page.goto(start.console.origin + DEEP);
    await signInHeading(page).waitFor();
    await context.close();
  });
});
