import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#server/demo/signIns.ts';
import { openConsole, type OpenedConsole } from '../support/openedConsole.ts';

describe('the login page', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
  });
  afterAll(() => console.close());

  it('12, 16: begins in the first field, signs in with Enter, and opens the dashboard', async () => {
    const { page, context, trouble, expectAccessible } = await console.open('/');
    expect(new URL(page.url()).pathname).toBe('/login');
    await expectAccessible();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username');
    const request = page.waitForRequest('**/prod-api/login');
    console.world.clock.advance(30);
    await page.keyboard.type(' demo ');
    await page.keyboard.press('Tab');
    await page.keyboard.type(DEMO_PASSWORD);
    await page.getByLabel('Authenticator code').fill(await console.world.totpCode());
    await page.keyboard.press('Enter');
    const body: unknown = (await request).postDataJSON();
    expect(body).toEqual({ username: 'demo', password: DEMO_PASSWORD, totp_code: expect.stringMatching(/^\d{6}$/) });
    await page.waitForURL('**/dashboard');
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await expect.poll(() => page.title()).toBe('Dashboard - 商户管理系统');
    await expectAccessible();
    expect(trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
    await context.close();
  });

  it('12: says in place what is missing, and keeps what was typed when the server refuses', async () => {
    const { page, context, expectAccessible } = await console.open('/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Enter your username').waitFor();
    await page.getByText('Enter your password').waitFor();
    await expectAccessible();
    await page.getByLabel('Username').fill('demo');
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByLabel('Authenticator code').fill('123456');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'Incorrect username' }).waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('demo');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('wrong password');
    await page.getByRole('button', { name: 'Sign in', disabled: false }).waitFor();
    await expectAccessible();
    await context.close();
  });

  it('12: sends a sign-in once, however often the button is pressed', async () => {
    const { page, context } = await console.open('/login');
    let sent = 0;
    let deliver = () => {};
    const held = new Promise<void>((resolve) => (deliver = resolve));
    await page.route('**/prod-api/login', async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    await page.getByLabel('Username').fill('demo');
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByLabel('Authenticator code').fill('123456');
    const button = page.locator('button[type=submit]');
    await button.dispatchEvent('click');
    await button.dispatchEvent('click');
    await page.keyboard.press('Enter');
    deliver();
    await page.getByRole('alert').filter({ hasText: 'Incorrect username' }).waitFor();
    expect(sent).toBe(1);
    await context.close();
  });

  it('16: shows and hides the password and warns of caps lock', async () => {
    const { page, context } = await console.open('/login');
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

  it.each([
    ['zh-CN', '登录'],
    ['es-MX', 'Iniciar sesión'],
    ['ja-JP', 'ログイン'],
    ['fr-FR', 'Sign in'],
  ])('17, 70: speaks the language of the browser (%s), and another when it is chosen', async (locale, title) => {
    const { page, context, expectAccessible } = await console.open('/login', { locale });
    await page.getByRole('heading', { name: title }).waitFor();
    await expectAccessible();
    await page.locator('select').selectOption('en');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('en');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  it('113: says so when the server cannot be reached, and works when it is back', async () => {
    const { page, context, signIn } = await console.open('/login');
    await page.route('**/prod-api/login', (route) => route.abort());
    await page.getByLabel('Username').fill('demo');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel('Authenticator code').fill('123456');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'Network Error' }).waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('demo');
    await page.unroute('**/prod-api/login');
    await signIn();
    await context.close();
  });

  it.each([390, 768])('fits a screen %i px wide', async (width) => {
    const { page, context } = await console.open('/login', { viewport: { width, height: 800 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await context.close();
  });
});
