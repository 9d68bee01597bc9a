import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const URL_OF_SHOP = 'https://shop.example/webhooks';

describe('the page of webhook endpoints', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    opened = await console.open('/personal/webhookEndpoints', { as: 'demo', isConfirmed: false });
    page = opened.page;
  });
  afterAll(() => console.close());

  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const row = () => page.getByRole('row').filter({ hasText: URL_OF_SHOP });

  it('adds one after a confirmation, and shows its secret once', async () => {
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByRole('dialog').getByLabel('Address').fill(URL_OF_SHOP);
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    const question = dialog('Confirm that it’s you');
    console.world.clock.advance(30);
    await question.getByLabel('Payment password').fill(DEMO_PAY_PASSWORD);
    await question.getByLabel('Authenticator code').fill(await console.world.totpCode());
    await question.getByRole('button', { name: 'Confirm' }).click();
    await question.waitFor({ state: 'hidden' });
    const secret = page.getByRole('dialog').getByText(/^whsec_/);
    await secret.waitFor();
    const text = (await secret.textContent()) ?? '';
    await opened.expectAccessibleInBoth({ within: '[role=dialog]' });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await row().waitFor();
    expect(await page.content()).not.toContain(text);
  });

  it('shows the events that are chosen later', async () => {
    await row().getByRole('link').first().click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Order paid').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('definition').filter({ hasText: 'Order paid' }).waitFor();
  });
});
