import { describe, expect, it } from 'vitest';
import { openedTestMode } from './openedTestMode.ts';

describe('test mode', () => {
  const testMode = openedTestMode();
  const { BANNER } = testMode;

  it('another tab keeps the input of a form on its side, and gives it back there', async () => {
    const other = await testMode.page.context().newPage();
    await other.goto(new URL('/bankcard/create', testMode.page.url()).href);
    const name = other.getByRole('textbox', { name: 'Cardholder' });
    await name.fill('Ann Live');
    await testMode.page.bringToFront();
    await testMode.page.getByRole('switch', { name: 'Test mode' }).click();
    await testMode.page.getByText(BANNER).waitFor();
    await other.bringToFront();
    await other.getByText(BANNER).waitFor();
    await expect.poll(() => name.inputValue()).toBe('');
    await name.fill('Tess Test');

    await testMode.page.bringToFront();
    await testMode.page.getByRole('button', { name: 'Switch to live data' }).click();
    await testMode.page.getByText(BANNER).waitFor({ state: 'detached' });
    await other.bringToFront();
    await other.getByText(BANNER).waitFor({ state: 'detached' });
    await expect.poll(() => name.inputValue()).toBe('Ann Live');
    await other.getByText('Your unsaved changes have been restored.').waitFor();
    await other.close();
  });

  it('test calls show request, string to sign, response and notification, and the next call is about the same order', async () => {
    await testMode.page.getByRole('switch', { name: 'Test mode' }).click();
    await testMode.page.getByText(BANNER).waitFor();
    await testMode.page.getByRole('button', { name: 'Personal settings' }).click();
    await testMode.page.getByRole('link', { name: 'Try the gateway' }).click();
    const answer = testMode.page.getByRole('region', { name: 'Answer' });
    const send = () => testMode.page.getByRole('button', { name: 'Send call' }).click();
    await testMode.page
      .getByRole('combobox', { name: /channel/ })
      .filter({ hasText: '(' })
      .waitFor();
    const description = testMode.page.getByRole('link', { name: 'API description (OpenAPI)' });
    const address = new URL((await description.getAttribute('href')) ?? '', testMode.page.url());
    const described = await testMode.page.request.get(address.href);
    expect(await described.json()).toHaveProperty(['paths', '/gateway/collect']);
    const number = await testMode.page.getByLabel(/merchant_order_no/).inputValue();
    await send();
    await answer.getByText(/HTTP 201/).waitFor();
    const request = testMode.page.getByRole('region', { name: 'Request' });
    await request.getByText(/POST .*\/gateway\/collect/).waitFor();
    await request.getByText(/amount=10000&channel=/).waitFor();
    const notification = testMode.page.getByRole('region', { name: 'Notification' });
    await notification.getByText(/"status": "pending"/).waitFor();
    await testMode.opened.expectAccessible();

    await testMode.page.getByRole('button', { name: 'Refund' }).click();
    expect(await testMode.page.getByLabel(/merchant_order_no/).inputValue()).toBe(number);
    await send();
    await answer.getByText(/order_not_paid/).waitFor();
    await notification.waitFor({ state: 'detached' });

    await testMode.page.getByRole('button', { name: 'Query' }).click();
    await send();
    await answer.getByText(/HTTP 200/).waitFor();
    await answer.getByText(number).waitFor();
  });
});
