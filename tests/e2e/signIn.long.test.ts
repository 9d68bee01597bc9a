import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { servedConsole } from '#tests/support/servedConsole.ts';

describe('the login page', () => {
  const login = servedConsole();

  it('12: names what the browser lacks before the code is used, and mends a full storage', async () => {
    const { page, context } = await login.console.open('/login');
    const signIns: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && signIns.push(request.url())));
    const isTold = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
    const submit = async () => {
      await page.getByLabel('Username').fill('demo');
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
      await page.getByLabel('Authenticator code').fill(await login.console.world.totpCode());
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };

    // Answered as by a server whose console is newer: another index.html, and no file of this one.
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
    await page.route('**/login', async (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js"></script>' })
        : route.fallback(),
    );
    await page.getByLabel('Language').selectOption('ja');
    await isTold('This page is out of date');
    await submit();
    await page.locator('form').getByRole('alert').filter({ hasText: 'This page is out of date' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });

    await page.evaluate(() => {
      document.cookie = 'language=en; path=/';
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {}, configurable: true });
    });
    await submit();
    await isTold('Allow cookies for this site');
    await page.evaluate(() => Reflect.deleteProperty(document, 'cookie'));

    await page.evaluate(() => {
      for (let size = 4_000_000; size > 0; size = Math.floor(size / 2)) {
        try {
          for (;;) localStorage.setItem(`filler ${localStorage.length}`, ' '.repeat(size));
        } catch {
          // Goes on with smaller pieces.
        }
      }
    });
    login.console.world.clock.advance(30);
    await submit();
    await isTold('storage for this site is full');
    expect(signIns).toEqual([]);
    await page.getByRole('button', { name: 'Delete and sign in' }).click();
    await page.waitForURL('**/dashboard');
    await context.close();
  });

  it('12: asks for cookies where the browser also forbids its storage', async () => {
    const { page, context } = await login.console.open('/404');
    await context.addInitScript(() => {
      const forbidden = {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      };
      Object.defineProperty(window, 'localStorage', forbidden);
    });
    await page.reload();
    await page.getByLabel('Username').fill('demo');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel('Authenticator code').fill('123456');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Allow cookies for this site' }).waitFor();
    await context.close();
  });

  it('16, 17, 70: uses the browser’s language, or another one when selected; shows the password and warns of caps lock', async () => {
    const { page, context, expectAccessible } = await login.console.open('/login', { locale: 'zh-CN' });
    await page.getByRole('heading', { name: '登录' }).waitFor();
    await expectAccessible();
    await page.locator('select').selectOption('en');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('en');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    const password = page.getByLabel('Password', { exact: true });
    await password.fill('Secret');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Hide password' }).click();
    expect(await password.getAttribute('type')).toBe('password');
    await page.keyboard.press('A');
    await page.getByText('Caps Lock is on').waitFor();
    await page.getByLabel('Username').focus();
    await page.getByText('Caps Lock is on').waitFor({ state: 'hidden' });
    await context.close();
  });
});
