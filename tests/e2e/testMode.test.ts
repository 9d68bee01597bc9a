import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

let console: OpenedConsole;
let opened: ConsolePage;
let page: Page;
beforeAll(async () => {
  console = await openConsole({ orders: 20 });
  opened = await console.open('/orderList', { as: 'demo' });
  page = opened.page;
});
afterAll(() => console.close());

const BANNER = 'Test mode: no real money moves.';

it('the switch leads from live to test data and back, in every tab of the browser, without leftovers of the other mode', async () => {
  await page.getByRole('row').nth(1).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('row').nth(1).waitFor();

  await page.getByRole('switch', { name: 'Test mode' }).click();
  await page.getByText(BANNER).waitFor();
  await page.waitForURL('**/dashboard');
  expect(await page.getByRole('tab', { name: 'Collection orders' }).count()).toBe(0);
  await other.bringToFront();
  await other.getByText(BANNER).waitFor();
  await other.getByText('Nothing here yet').waitFor();

  await page.bringToFront();
  await page.getByRole('button', { name: 'Switch to live data' }).click();
  await page.getByText(BANNER).waitFor({ state: 'detached' });
  await page.goto(new URL('/orderList', page.url()).href);
  await page.getByRole('row').nth(1).waitFor();
});

it('another tab keeps the input of a form on its side, and gives it back there', async () => {
  const other = await page.context().newPage();
  await other.goto(new URL('/bankcard/create', page.url()).href);
  const name = other.getByRole('textbox', { name: 'Cardholder' });
  await name.fill('Ann Live');
  await page.bringToFront();
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await page.getByText(BANNER).waitFor();
  await other.bringToFront();
  await other.getByText(BANNER).waitFor();
  await expect.poll(() => name.inputValue()).toBe('');
  await name.fill('Tess Test');

  await page.bringToFront();
  await page.getByRole('button', { name: 'Switch to live data' }).click();
  await page.getByText(BANNER).waitFor({ state: 'detached' });
  await other.bringToFront();
  await other.getByText(BANNER).waitFor({ state: 'detached' });
  await expect.poll(() => name.inputValue()).toBe('Ann Live');
  await other.getByText('Your unsaved changes have been restored.').waitFor();
  await other.close();
});

it('test calls show request, string to sign, response and notification, and the next call is about the same order', async () => {
  await page.getByRole('switch', { name: 'Test mode' }).click();
  await page.getByText(BANNER).waitFor();
  await page.getByRole('button', { name: 'Personal settings' }).click();
  await page.getByRole('link', { name: 'Try the gateway' }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  const send = () => page.getByRole('button', { name: 'Send call' }).click();
  await page
    .getByRole('combobox', { name: /channel/ })
    .filter({ hasText: '(' })
    .waitFor();
  const description = page.getByRole('link', { name: 'API description (OpenAPI)' });
  const address = new URL((await description.getAttribute('href')) ?? '', page.url());
  const described = await page.request.get(address.href);
  expect(await described.json()).toHaveProperty(['paths', '/gateway/collect']);
  const number = await page.getByLabel(/merchant_order_no/).inputValue();
  await send();
  await answer.getByText(/HTTP 201/).waitFor();
  const request = page.getByRole('region', { name: 'Request' });
  await request.getByText(/POST .*\/gateway\/collect/).waitFor();
  await request.getByText(/amount=10000&channel=/).waitFor();
  const notification = page.getByRole('region', { name: 'Notification' });
  await notification.getByText(/"status": "pending"/).waitFor();
  await opened.expectAccessible();

  await page.getByRole('button', { name: 'Refund' }).click();
  expect(await page.getByLabel(/merchant_order_no/).inputValue()).toBe(number);
  await send();
  await answer.getByText(/order_not_paid/).waitFor();
  await notification.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Query' }).click();
  await send();
  await answer.getByText(/HTTP 200/).waitFor();
  await answer.getByText(number).waitFor();
});
