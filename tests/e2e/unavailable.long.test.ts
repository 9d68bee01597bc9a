import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { demoDatabase } from '#tests/support/world.ts';
import { blackHole, type BlackHole } from '#tests/support/blackHole.ts';

describe('while the server’s database is unavailable', () => {
  let way: BlackHole;
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    const plain = await demoDatabase('postgres', 20);
    way = await blackHole(plain.options.databaseUrl ?? '');
    const options = { ...plain.options, databaseUrl: way.url, clock: systemClock };
    const db = await connect(options);
    const remove = async () => {
      await db.close();
      await plain.remove();
    };
    console = await openConsole({ database: { db, options, remove } });
    opened = await console.open('/orderList', { as: 'demo' });
    page = opened.page;
    await rows().first().waitFor();
  });
  afterAll(async () => {
    way.pass();
    await console.close();
    await way.close();
  });

  const rows = () => page.getByRole('main').getByRole('row').filter({ hasText: /\d{4}/ });
  const banner = () => page.getByRole('status').filter({ hasText: 'This page may be out of date' });
  const get = async (path: string) => (await fetch(console.origin + path)).status;

  it('the console opens, says so, and recovers by itself once the database is back', async () => {
    way.swallow();
    await page.reload();
    await banner().waitFor();
    await page.getByRole('navigation').first().waitFor();
    expect(await page.getByRole('main').innerText()).toContain('The service is temporarily unavailable');
    await opened.expectAccessibleInBoth();
    const files = ['/', '/orderList', '/logo.svg', '/healthz'];
    expect(await Promise.all(files.map(get))).toEqual(files.map(() => 200));
    expect(await get('/readyz')).toBe(503);

    way.pass();
    await rows().first().waitFor();
    await banner().waitFor({ state: 'detached' });
  });

  it('the login page opens, and says why signing in is impossible', async () => {
    const login = await console.open('/login');
    way.swallow();
    await login.page.getByLabel('Username').fill('demo');
    await login.page.getByLabel('Password', { exact: true }).fill('some password');
    await login.page.getByLabel('Authenticator code').fill('123456');
    await login.page.getByRole('button', { name: 'Sign in' }).click();
    await login.page.getByText('The service is temporarily unavailable').waitFor();
    way.pass();
    await login.context.close();
  });
});
