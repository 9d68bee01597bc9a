import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatInZone } from '@merchant-console/declaration';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { addMenuPage } from '#tests/support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const declaration = {
  version: 1,
  name: 'suppliers',
  storage: 'table',
  tenants: ['merchant'],
  fields: [
    { source: 'name', type: 'text', required: true, label: 'Name' },
    { source: 'paid', type: 'money', default: '0', label: 'Paid' },
  ],
  list: { columns: ['name', 'paid'], sort: { field: 'id', order: 'ASC' } },
  actions: [
    {
      key: 'pay',
      label: 'Pay',
      payPassword: true,
      success: 'Paid to %{record}',
      form: [{ source: 'amount', type: 'money', required: true, min: '100', label: 'Amount' }],
      set: { paid: '$form.amount' },
    },
  ],
};

describe('without a connection', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let record: string;

  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: { suppliers: declaration } });
    const { world } = console;
    await addMenuPage(world, 'M100001', 'suppliers', 'Suppliers');
    const { login_token: token } = await world.signIn('demo');
    const answer = await world.call({ method: 'POST', url: '/prod-api/suppliers', payload: { name: 'Acme' }, token });
    record = `/suppliers/${answer.json<{ data: { id: string } }>().data.id}`;
    opened = await console.open('/suppliers', { as: 'demo' });
    page = opened.page;
    await row().waitFor();
  });
  afterAll(() => console.close());

  const row = () => page.getByRole('row', { name: /Acme/ });
  const banner = () => page.getByRole('status').filter({ hasText: 'You’re offline. This page may be out of date' });
  const dialog = () => page.getByRole('dialog');
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

  it('says so, since when, and keeps the loaded data', async () => {
    await opened.context.setOffline(true);
    const shown = formatInZone(console.world.clock.now(), 'Asia/Shanghai');
    // In the merchant's time zone, like all other times. The browser's zone differs.
    await banner()
      .filter({ hasText: `Last connected: ${shown}` })
      .waitFor();
    expect(await row().isVisible()).toBe(true);
    await opened.expectAccessible();
    await opened.context.setOffline(false);
    await banner().waitFor({ state: 'detached' });
  });

  it('still opens its menus and dialogs, which were prefetched unless the browser saves data', async () => {
    const { page: other, context } = await console.open('/suppliers', { as: 'demo', prefetches: true });
    // By default, a page forgets all but its first 250 requests.
    await other.evaluate(() => performance.setResourceTimingBufferSize(1000));
    const parts = /(?<=\/)(?:Palette|SettingsPanel)(?=-)/;
    const fetched = async (one: Page) => {
      const names = await one.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      return names.flatMap((name) => parts.exec(name) ?? []).toSorted();
    };
    await expect.poll(() => fetched(other)).toEqual(['Palette', 'SettingsPanel']);
    await other.getByRole('row', { name: /Acme/ }).waitFor();
    await context.setOffline(true);
    await other.keyboard.press('Control+k');
    await other.getByRole('dialog', { name: 'Find a page or record' }).getByRole('combobox').waitFor();
    await other.keyboard.press('Escape');
    await other.getByRole('button', { name: 'Settings', exact: true }).click();
    await other.getByRole('dialog', { name: 'Settings' }).getByRole('switch', { name: 'Fixed header' }).check();
    await context.close();
    expect(await fetched(page)).toEqual([]);
  });

  it('says so below a fixed header', async () => {
    await page.setViewportSize({ width: 1100, height: 320 });
    await page.goto(`${console.origin}/orderList`);
    await page.getByRole('row').nth(5).waitFor();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('switch', { name: 'Fixed header' }).check();
    await page.keyboard.press('Escape');
    await opened.context.setOffline(true);
    await banner().waitFor();
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect.poll(async () => (await banner().boundingBox())?.y).toBe(84);
    await opened.context.setOffline(false);
    await banner().waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${console.origin}/suppliers`);
    await row().waitFor();
  });

  it('refetches the visible data once it is back', async () => {
    await opened.context.setOffline(true);
    await banner().waitFor();
    const { login_token: token } = await console.world.signIn('demo');
    const payload = { name: 'Bolt' };
    await console.world.call({ method: 'POST', url: '/prod-api/suppliers', payload, token });
    await opened.context.setOffline(false);
    await page.getByRole('row', { name: /Bolt/ }).waitFor();
  });

  it('sends no money, keeps the input, and says why; once the connection is back, everything continues at once', async () => {
    await row().getByRole('button', { name: 'Actions: Acme' }).click();
    await page.getByRole('menuitem', { name: 'Pay' }).click();
    await dialog()
      .getByLabel(/Amount/)
      .fill('250.00');
    await opened.context.setOffline(true);
    await press('Review');
    await dialog()
      .getByLabel(/Payment password/)
      .fill(DEMO_PAY_PASSWORD);
    const confirm = dialog().getByRole('button', { name: 'Confirm' });
    await dialog().getByText('You’re offline').waitFor();
    expect(await confirm.getAttribute('aria-disabled')).toBe('true');
    const reason = page.locator(`[id="${await confirm.getAttribute('aria-describedby')}"]`);
    expect(await reason.innerText()).toContain('You’re offline');
    let calls = 0;
    page.on('request', (request) => (calls += request.method() === 'POST' ? 1 : 0));
    await confirm.click({ force: true });
    await dialog()
      .getByLabel(/Payment password/)
      .press('Enter');
    await opened.expectAccessible();
    expect(calls).toBe(0);
    await opened.context.setOffline(false);
    await reason.waitFor({ state: 'detached' });
    await confirm.click();
    await page.getByText('Paid to Acme').waitFor();
    await row().filter({ hasText: '250.00' }).waitFor();
  });

  it('saves no form and keeps the input', async () => {
    await page.goto(console.origin + record);
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Acme Ltd');
    await opened.context.setOffline(true);
    await banner().waitFor();
    const save = page.getByRole('button', { name: 'Save' });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await name.press('Enter');
    await opened.expectAccessible();
    await opened.context.setOffline(false);
    await banner().waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Acme Ltd');
    await save.click();
    await page.getByRole('heading', { name: 'Acme Ltd' }).waitFor();
  });

  it('113: is noticed by a failed call; one outage causes one toast and ends by itself', async () => {
    await page.goto(`${console.origin}/orderList`);
    await page.getByRole('row').nth(2).waitFor();
    const unreachable = (url: URL) => url.pathname.startsWith('/prod-api') || url.pathname === '/healthz';
    await page.route(unreachable, (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Next page' }).click();
    await banner().waitFor();
    await page.getByRole('button', { name: 'Personal settings' }).click();
    for (const name of ['Channel info', 'Suppliers', 'Dashboard']) {
      await page.getByRole('navigation', { name: 'Main menu' }).getByText(name).click();
    }
    expect(await page.getByRole('alert').filter({ hasText: 'Network Error' }).count()).toBeLessThanOrEqual(1);
    await page.unroute(unreachable);
    await banner().waitFor({ state: 'detached' });
  });
});
