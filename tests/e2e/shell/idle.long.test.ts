import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('an idle console', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20, settings: { idleMinutes: 15 } });
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
    // The context's clock, so that all tabs share it.
    await opened.context.clock.install();
    await page.goto(`${console.origin}/orderList?page=1`);
    await page.getByRole('table').waitFor();
  });
  afterAll(() => console.close());

  const warning = (of = page) => of.getByRole('dialog', { name: /^You’ll be signed out in \d+ seconds$/ });
  const leave = (time: string) => opened.context.clock.fastForward(time);

  it('warns a minute before it signs out, with a countdown', async () => {
    await leave('13:30');
    expect(await warning().isVisible()).toBe(false);
    await leave('00:31');
    await warning().waitFor();
    expect(
      await page.getByRole('button', { name: 'Stay signed in' }).evaluate((at) => at === document.activeElement),
    ).toBe(true);
    await leave('00:30');
    await page.getByRole('dialog', { name: /in ([12]?\d|30) seconds$/ }).waitFor();
    await page.getByRole('status').filter({ hasText: 'in 30 seconds' }).waitFor({ state: 'attached' });
    await opened.expectAccessible();
  });

  it('continues on request and extends the session on the server; moving the pointer isn’t enough', async () => {
    await page.mouse.move(300, 300);
    await page.mouse.move(320, 340);
    expect(await warning().isVisible()).toBe(true);
    const call = page.waitForResponse('**/prod-api/menu-tree');
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    expect((await call).status()).toBe(200);
    await warning().waitFor({ state: 'detached' });
    await leave('13:30');
    expect(await warning().isVisible()).toBe(false);
  });

  it('counts typing as activity, and thereby extends the session on the server', async () => {
    const call = page.waitForResponse('**/prod-api/menu-tree');
    await page.keyboard.press('Shift');
    await leave('00:06');
    await call;
    await leave('13:30');
    expect(await warning().isVisible()).toBe(false);
  });

  it('stays signed in while another of its tabs is in use', async () => {
    const other = await opened.context.newPage();
    await other.goto(`${console.origin}/dashboard`);
    await other.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await leave('14:05');
    await Promise.all([warning().waitFor(), warning(other).waitFor()]);
    await other.keyboard.press('Escape');
    await Promise.all([warning().waitFor({ state: 'detached' }), warning(other).waitFor({ state: 'detached' })]);
    await other.close();
  });

  it('signs out in all tabs, says why, and remembers the page, even after the computer has slept', async () => {
    const other = await opened.context.newPage();
    await other.goto(`${console.origin}/dashboard`);
    await other.getByRole('navigation', { name: 'Main menu' }).waitFor();
    const told = page.context().waitForEvent('response', (answer) => answer.url().endsWith('/prod-api/logout'));
    await leave('08:00:00');
    for (const tab of [page, other]) {
      await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
      await tab.getByText('signed out due to inactivity').waitFor();
    }
    await told;
    expect(new URL(page.url()).search).toBe(`?redirect=${encodeURIComponent('/orderList?page=1')}`);
    await opened.expectAccessible();
    await other.close();
    await opened.signIn();
    // This request would otherwise wait for a minute.
    await page.locator('table[aria-busy=false]').waitFor();
    await leave('01:00');
    await page.getByRole('table').waitFor();
    expect(opened.trouble.failedRequests).toEqual([]);
  });
});
