import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { servedConsole } from '#tests/support/servedConsole.ts';

describe('the login page', () => {
  const login = servedConsole();

  it('12, 16: focuses the first field, signs in with Enter, and opens the dashboard', async () => {
    const { page, context, trouble, expectAccessible } = await login.console.open('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await expectAccessible();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username');
    const request = page.waitForRequest('**/prod-api/login');
    login.console.world.clock.advance(30);
    await page.keyboard.type(' demo ');
    await page.keyboard.press('Tab');
    await page.keyboard.type(DEMO_PASSWORD);
    await page.getByLabel('Authenticator code').fill(await login.console.world.totpCode());
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

  it('12, 113: reports missing input, a rejection and an unreachable server, keeps the input, and works once the server is back', async () => {
    const { page, context, signIn } = await login.console.open('/login');
    const password = page.getByLabel('Password', { exact: true });
    const press = () => page.getByRole('button', { name: 'Sign in', disabled: false }).click();
    const isTold = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
    await press();
    await page.getByText('Enter your username').waitFor();
    await page.getByText('Enter your password').waitFor();
    await page.getByLabel('Username').fill('demo');
    await password.fill('wrong password');
    await page.getByLabel('Authenticator code').fill('123456');
    await page.route('**/prod-api/login', (route) => route.abort());
    await press();
    await isTold('Network Error');
    await page.unroute('**/prod-api/login');
    await press();
    await isTold('Incorrect username');
    expect(await page.getByLabel('Username').inputValue()).toBe('demo');
    expect(await password.inputValue()).toBe('wrong password');
    await signIn();
    await context.close();
  });
});
