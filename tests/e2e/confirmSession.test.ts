import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the confirmation of a session', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    opened = await console.open('/bankcard/create', { as: 'demo', isConfirmed: false });
    page = opened.page;
  });
  afterAll(() => console.close());

  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  const question = () => page.getByRole('dialog', { name: 'Confirm that it’s you' });

  async function prove(payPassword: string): Promise<void> {
    console.world.clock.advance(30);
    await question().getByLabel('Payment password').fill(payPassword);
    await question()
      .getByLabel('Authenticator code')
      .fill(await console.world.totpCode());
    await question().getByRole('button', { name: 'Confirm' }).click();
  }

  it('is asked before a card is saved, and nothing happens without it', async () => {
    await input('Cardholder').fill('Acme Ltd');
    await input('Bank name').fill('First Bank');
    await input('Card number').fill('6222021234567894');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await question().waitFor();
    await opened.expectAccessibleInBoth({ within: '[role=dialog]' });
    await question().getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByText('This needs your payment password and an authenticator code. Nothing has been changed.')
      .first()
      .waitFor();
  });

  it('shows a wrong payment password at its input', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await prove('135791');
    await question().getByText('Incorrect payment password').waitFor();
    expect(await question().getByLabel('Authenticator code').inputValue()).toBe('');
  });

  it('then saves what was entered', async () => {
    await prove(DEMO_PAY_PASSWORD);
    await question().waitFor({ state: 'hidden' });
    await page.waitForURL(/\/bankcard\/[^/]+\/show$/);
  });
});
