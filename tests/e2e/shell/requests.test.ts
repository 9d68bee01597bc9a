import { describe, expect, it } from 'vitest';
import { gate } from '#tests/support/gate.ts';
import { holdTime, untilShown } from '#tests/support/holdTime.ts';
import { servedConsole } from './servedConsole.ts';

describe('requests and browser storage', () => {
  const served = servedConsole();
  const { pathOf, OVER, signInPage } = served;

  it('109: calls go to /prod-api with the client address, and with the token once there is one', async () => {
    const { page, context, signIn } = await served.console.open('/favicon.svg');
    await page.addInitScript(() => Object.assign(window, { clientAddress: '203.0.113.7' }));
    await page.goto(`${served.console.origin}/login?redirect=/orderList`);
    const calls: { path: string; headers: Record<string, string> }[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'fetch' && !pathname.startsWith('/resources/'))
        calls.push({ path: pathname, headers: request.headers() });
    });
    await signIn();
    await page.locator('table[aria-busy="false"]').waitFor();
    const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value;
    const [login, ...others] = calls;
    expect(login).toMatchObject({ path: '/prod-api/login', headers: { 'x-client-address': '203.0.113.7' } });
    expect(login?.headers).not.toHaveProperty('x-token');
    expect(others.length).toBeGreaterThan(1);
    for (const { path, headers } of others) {
      expect(path).toMatch(/^\/prod-api\//);
      expect(headers).toMatchObject({
        'x-client-address': '203.0.113.7',
        'x-token': token,
        authorization: `Bearer ${token}`,
      });
    }
    await context.close();
  });

  it('111: code 400 signs out without asking, and says why for 3 seconds', async () => {
    const { page, context } = await served.console.open('/orderList', { as: 'demo' });
    await page.clock.install();
    await page.locator('table[aria-busy="false"]').waitFor();
    const held = gate();
    await page.route('**/prod-api/orders?**', async (route) => {
      await held.opened;
      await route.fulfill({ json: OVER });
    });
    const asked = page.waitForRequest('**/prod-api/orders?**');
    await page.getByRole('searchbox', { name: 'Search' }).fill('C');
    await asked;
    await holdTime(page);
    held.open();
    const notice = page.getByRole('alert').filter({ hasText: 'The session is over' });
    await untilShown(page, notice);
    await signInPage(page).waitFor();
    expect(pathOf(page)).toMatch(/^\/login\?redirect=%2ForderList/);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('Admin-Token');
    await notice.getByRole('button', { name: 'Close' }).waitFor();
    await page.clock.runFor(3000);
    await notice.waitFor({ state: 'detached' });
    await context.close();
  });
});
