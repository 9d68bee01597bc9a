import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';
import { untilSignedOut } from '../support/untilSignedOut.ts';
import { watchCalls } from '../support/watchCalls.ts';

describe('the guard', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
  });
  afterAll(() => console.close());

  const pathOf = (url: string) => url.slice(console.origin.length);
  const DEEP = '/orderList?page=2&perPage=10';

  describe('in one browser, signed out before each', () => {
    let opened: ConsolePage;
    beforeAll(async () => {
      opened = await console.open('/login');
    });
    beforeEach(async () => {
      // A console without its cookie goes to the login page by itself.
      await opened.page.goto('about:blank');
      await opened.context.clearCookies();
    });
    afterAll(() => opened.context.close());

    it.each(['/dashboard', '/404', '/401', '/no/such/page', DEEP])(
      '1, 3: leads from %s to the login page, which remembers it',
      async (address) => {
        const { page } = opened;
        await page.goto(console.origin + address);
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        expect(pathOf(page.url())).toBe(`/login?redirect=${encodeURIComponent(address)}`);
      },
    );

    it.each(['//evil.example/', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
      '13: never leaves the console for %s',
      async (redirect) => {
        const { page, signIn } = opened;
        await page.goto(`${console.origin}/login?redirect=${encodeURIComponent(redirect)}`);
        await signIn();
        await page.waitForURL('**/dashboard');
        expect(new URL(page.url()).origin).toBe(console.origin);
      },
    );
  });

  it('3, 13: opens the page that was asked for after the sign-in, with its query', async () => {
    const { page, context, signIn } = await console.open(DEEP);
    await signIn();
    await page.getByRole('table', { name: 'Collection orders' }).waitFor();
    expect(pathOf(page.url())).toContain('/orderList?');
    expect(pathOf(page.url())).toContain('page=2');
    await context.close();
  });

  it('4: has no login page for those who are signed in', async () => {
    const { page, context, signIn } = await console.open('/login');
    await signIn();
    await page.goto(`${console.origin}/login`);
    await page.waitForURL('**/dashboard');
    await context.close();
  });

  it('5: opens a deep link cold, without another history entry', async () => {
    const { page, context } = await console.open('/dashboard', { as: 'demo' });
    await page.goto(`${console.origin}${DEEP}`);
    await page.getByRole('table', { name: 'Collection orders' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/dashboard');
    await context.close();
  });

  it('8: shows a full-screen 404 for what is not in the menu, with a way home', async () => {
    const { page, context, expectAccessible } = await console.open('/dashboard', { as: 'demo' });
    await page.goto(`${console.origin}/noSuchPage`);
    await page.waitForURL('**/404');
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
    await expectAccessible();
    await page.getByRole('link', { name: /dashboard/i }).click();
    await page.waitForURL('**/dashboard');
    await context.close();
  });

  it.each([
    ['no menu', () => localStorage.removeItem('roles')],
    ['an unreadable menu', () => localStorage.setItem('roles', '{"broken')],
    ['an empty menu', () => localStorage.setItem('roles', '[]')],
    ['a menu of another shape', () => localStorage.setItem('roles', '[{"a":1}]')],
  ])('6: ends the session with %s, says why, and remembers the page', async (_name, damage) => {
    const { page, context, signIn } = await console.open('/login');
    const answered = watchCalls(page);
    await signIn();
    // No answer may bring the menu back once it is damaged.
    await answered();
    await page.evaluate(damage);
    await page.goto(`${console.origin}${DEEP}`);
    await page.getByRole('alert').filter({ hasText: 'getInfo: roles must be a non-null array!' }).waitFor();
    expect(pathOf(page.url())).toBe(`/login?redirect=${encodeURIComponent(DEEP)}`);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('Admin-Token');
    await context.close();
  });

  it('6: ends the session with a cookie of garbage', async () => {
    const { page, context } = await console.open('/dashboard', { as: 'demo' });
    await context.addCookies([{ name: 'Admin-Token', value: 'garbage', url: console.origin }]);
    await page.goto(`${console.origin}/orderList`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  it('117: notices that the cookie was deleted, at the next navigation', async () => {
    const { page, context } = await console.open('/dashboard', { as: 'demo' });
    await context.clearCookies({ name: 'Admin-Token' });
    await untilSignedOut(page, page.getByRole('link', { name: 'Collection orders' }).first());
    await context.close();
  });
});
