import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

describe('bank cards', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    opened = await console.open('/bankcard/create', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const visit = (address: string) => tabBar(page).visit(address);
  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  const valueOf = (field: string) => page.locator('dt', { hasText: new RegExp(`^${field}$`) }).locator('+ dd');
  const act = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  it('an unlikely card number causes a warning and is accepted', async () => {
    await input('Cardholder').fill('Lin Trading');
    await input('Bank name').fill('First Bank');
    await input('Card number').fill('6222-0212 34');
    await input('Card number').blur();
    await page.getByText(/usually have 12 to 19 digits/).waitFor();
    await input('Card number').fill('6222 0212-3456 7891');
    await input('Card number').blur();
    await page.getByText(/isn’t a valid card number/).waitFor();
    expect(await input('Card number').inputValue()).toBe('6222 0212 3456 7891');
    await opened.expectAccessible();
    await act('Save').click();
    await page.waitForURL(/\/bankcard\/[^/]+\/show$/);
    expect(await valueOf('Card number').innerText()).toContain('6222••••7891');
    await page
      .getByText(/Waiting period until .* \(24 hours left\)/)
      .first()
      .waitFor();
  });

  it('a duplicate card is rejected at its input', async () => {
    const record = new URL(page.url()).pathname;
    await visit('/bankcard/create');
    await input('Cardholder').fill('Lin Trading');
    await input('Bank name').fill('First Bank');
    await input('Card number').fill('6222021234567891');
    await act('Save').click();
    await page.getByText('You’ve already added this card.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await dialog().getByRole('button', { name: 'Discard changes' }).click();
    await visit(record);
  });

  it('is shown in full only after the payment password', async () => {
    await act('Show in full: Card number').click();
    await dialog()
      .getByLabel(/Payment password/)
      .fill('000000');
    await act('Show').click();
    await dialog()
      .getByText(/Incorrect payment password/)
      .waitFor();
    await opened.expectAccessible();
    await dialog()
      .getByLabel(/Payment password/)
      .fill(DEMO_PAY_PASSWORD);
    await act('Show').click();
    await page.getByText('6222021234567891').waitFor();
    await act('Copy: Card number').waitFor();
    await dialog().waitFor({ state: 'detached' });
  });

  it('keeps its number if only its branch is changed', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await input('Branch').fill('Harbour');
    expect(await input('Card number').inputValue()).toBe('6222••••7891');
    await act('Save').click();
    await page.waitForURL(/\/show$/);
    await expect.poll(() => valueOf('Branch').innerText()).toBe('Harbour');
    expect(await valueOf('Card number').innerText()).toContain('6222••••7891');
  });

  it('becomes the default, and hands over the default when it is disabled', async () => {
    await act('Set as default').click();
    await valueOf('Default').getByText('Yes').waitFor();
    await act('Disable').click();
    await dialog()
      .getByText(/oldest enabled card/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Disable' }).click();
    await valueOf('Default').getByText('No').waitFor();
    await act('Enable').waitFor();
    expect(await act('Set as default').count()).toBe(0);
  });

  it('shows its waiting period in the list', async () => {
    await visit('/bankcard');
    await page
      .getByText(/Waiting period until/)
      .first()
      .waitFor();
    // Pages use the server's clock, because the computer's may be wrong by days.
    await page.clock.setFixedTime(new Date(console.world.clock.now().getTime() + 3 * 86_400_000));
    await page.reload();
    await page
      .getByText(/Waiting period until/)
      .first()
      .waitFor();
    console.world.clock.advance(86_400);
    ({ page } = opened = await console.open('/bankcard', { as: 'demo' }));
    await page.getByRole('row', { name: /6222••••7891/ }).waitFor();
    expect(await page.getByText(/Waiting period/).count()).toBe(0);
  });
});
