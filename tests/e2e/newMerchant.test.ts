import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

describe('an operator', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    // Removes all orders with what refers to them, as before the first order.
    const { kysely } = console.world.db;
    await kysely.deleteFrom('notify_attempts').execute();
    await kysely.deleteFrom('refunds').execute();
    await kysely.deleteFrom('orders').execute();
    opened = await console.open('/dashboard', { as: 'operator' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const box = (name: string | RegExp) => page.getByRole('textbox', { name });
  const channel = (name: string) => page.getByRole('group', { name, exact: true });

  it('sees the next steps on the first day, with links to them', async () => {
    const next = page.getByRole('region', { name: 'Get started' });
    await next.getByText('Set up the platform').waitFor();
    await opened.expectAccessible();
    await next.getByText('Set a payment password').waitFor();
    expect(await next.getByRole('listitem').count()).toBe(7);
    await next.getByRole('link', { name: 'Set up' }).click();
    await page.waitForURL(/platformSettings/);
  });

  it('is offered the channels of the new merchant’s currency', async () => {
    await tabBar(page).visit('/platform/merchants');
    // The toolbar's: an empty list has a second one below it.
    await page.getByRole('link', { name: 'New merchant' }).first().click();
    await box(/^Name/).fill('Corner shop');
    const currency = page.getByRole('combobox', { name: 'Currency' });
    await channel('云付扫码').waitFor();
    expect(await currency.inputValue()).toBe('CNY');
    await currency.fill('yen');
    await page.getByRole('option', { name: /^JPY/ }).click();
    await channel('コード決済').waitFor();
    expect(await channel('云付扫码').count()).toBe(0);
    await opened.expectAccessible();
  });

  it('creates the merchant with the channels left selected, and sees the owner’s link once', async () => {
    await channel('カード決済').getByRole('checkbox').uncheck();
    const rate = channel('コード決済').getByRole('textbox', { name: 'Rate' });
    expect(await rate.inputValue()).toBe('2.70');
    await rate.fill('101');
    await box(/^Owner’s username/).fill('corner.owner');
    await box(/^Owner’s full name/).fill('Ada');
    await box(/^Approval threshold/).fill('90000');
    await page.getByRole('button', { name: 'Save' }).click();
    await channel('コード決済')
      .getByText(/Enter 100.* or less/)
      .waitFor();
    await rate.fill('3.1');
    await page.getByRole('button', { name: 'Save' }).click();

    const dialog = page.getByRole('dialog', { name: 'Create invitation link' });
    await dialog.getByRole('button', { name: 'Create invitation link' }).click();
    const link = await dialog.getByText(/#enrol=/).innerText();
    await opened.expectAccessible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Corner shop' }).waitFor();
    await page.getByText('3.10%').waitFor();
    expect(await page.content()).not.toContain(link.split('#')[1]);
    await page.reload();
    await page.getByRole('button', { name: 'Create invitation link' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('changes the platform settings on the page of their only record', async () => {
    await tabBar(page).visit('/platform/platformSettings');
    await page.getByRole('heading', { name: '晨桥支付' }).waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Platform settings').waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('paris');
    await page.getByRole('option', { name: /Europe\/Paris/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: '晨桥支付' }).waitFor();
    await page.getByText('Europe/Paris').first().waitFor();
  });
});
