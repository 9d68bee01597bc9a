import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const OUTER_FEE = { rate_bps: 0, fixed_fee: 500n, min_fee: null, max_fee: null, deduction: 'outer' } as const;

describe('the forms that move money', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    await setChannel('withdrawal', { ...OUTER_FEE, min_amount: 10_000n, max_amount: 10n ** 12n });
    opened = await console.open('/withdraw', { as: 'demo' });
    page = opened.page;
    page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(() => console.close());
  beforeEach(() => page.unrouteAll());

  async function setChannel(type: 'withdrawal' | 'payout', change: object): Promise<void> {
    await console.world.db.kysely.updateTable('channels').set(change).where('type', '=', type).execute();
  }
  async function count(table: 'withdrawals' | 'payment_requests'): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int n from ${sql.table(table)}`.execute(
      console.world.db.kysely,
    );
    return rows[0]?.n ?? NaN;
  }
  /** Replaces what the field contains. */
  async function openForm(address: string): Promise<void> {
    await page.goto(console.origin + address);
    await amount().waitFor();
  }
  const amount = () => page.getByLabel(/^(Withdrawal|Payment|Deposit) amount/);
  const figure = (label: string) =>
    page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[contains(., "${label}")]`) });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const password = () => page.getByLabel(/^Payment password/);
  async function review(value: string): Promise<void> {
    await amount().fill(value);
    await press('Review');
    await password().waitFor();
  }
  async function confirm(secret: string): Promise<void> {
    await password().fill(secret);
    await password().press('Enter');
  }

  /** Ends the session, which the page finds out by refetching the quote or by the button, whichever comes first. */
  async function endSession(button: string): Promise<void> {
    const ended = page.waitForURL(/\/login/);
    await console.world.db.kysely.updateTable('sessions').set({ ended_at: console.world.clock.now() }).execute();
    await page.getByRole('button', { name: button, exact: true }).evaluateAll((found) => {
      for (const one of found) if (one instanceof HTMLElement) one.click();
    });
    await ended;
  }

  async function expectPrompts(...prompts: string[]): Promise<void> {
    await press('Review');
    for (const prompt of prompts) await page.getByText(prompt, { exact: true }).waitFor();
    expect(await page.getByText('This field is required.').count()).toBe(0);
    expect(await password().isVisible()).toBe(false);
  }

  it('take a withdrawal from its amount to a result that can be reopened', async () => {
    await amount().fill('1,234.5');
    await figure('Paid to your card').getByText('1,234.50 CNY').waitFor();
    await figure('Debited from your balance').getByText('1,239.50 CNY').waitFor();
    await opened.expectAccessible();
    await press('Review');
    await password().waitFor();
    await press('Confirm');
    await page.getByText('Enter your payment password.', { exact: true }).waitFor();
    await confirm('000000');
    await page.getByText('Incorrect payment password. Attempts left: 4.').waitFor();
    await confirm(DEMO_PAY_PASSWORD);
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    await opened.expectAccessible();
    await page.reload();
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    await page.getByText('1,239.50 CNY').waitFor();
    await page.getByRole('link', { name: 'View request' }).click();
    await page.waitForURL(/applywithdraw\/.*\/show/);
    await page.getByRole('link', { name: 'Withdrawal requests' }).first().click();
    await press('New withdrawal');
    await page.waitForURL(/\/withdraw$/);
    await amount().waitFor();
  });

  it('fill in the highest amount that the balance covers including the fee, and show how much one unit more would lack', async () => {
    await expectPrompts('Enter the withdrawal amount.');
    await press('Use full balance');
    await figure('Balance after').getByText('0.00 CNY', { exact: true }).waitFor();
    const most = await amount().inputValue();
    await amount().fill(`${most.slice(0, -1)}${Number(most.at(-1)) + 1}`.replaceAll(',', ''));
    await amount().blur();
    await page.getByText(/^Insufficient balance: .* 0\.01 CNY short/).waitFor();
    await press('Review');
    // The focus moves after another request to the server.
    await amount().and(page.locator(':focus')).waitFor();
  });

  it('reject in place invalid amounts and amounts outside the limits', async () => {
    for (const [typed, words] of [
      ['99.99', 'Enter an amount between 100.00 CNY'],
      ['-1', 'can’t be negative'],
      ['0.001', 'Use at most 2 decimal places'],
      ['92233720368547758.08', 'too large'],
      [' 1,5', 'Enter a number'],
    ] as const) {
      await amount().fill(typed);
      await amount().blur();
      await page.getByText(words).waitFor();
      await press('Review');
      await amount().and(page.locator(':focus')).waitFor();
      expect(await password().isVisible()).toBe(false);
    }
  });

  it('ask for another review if the cost has changed since the first one', async () => {
    await review('200');
    await setChannel('withdrawal', { fixed_fee: 600n });
    const before = await count('withdrawals');
    await confirm(DEMO_PAY_PASSWORD);
    await page.getByText('Debited from your balance: 205.00 CNY → 206.00 CNY').waitFor();
    expect(await count('withdrawals')).toBe(before);
    await press('Use the new amounts');
    await figure('Debited from your balance').getByText('206.00 CNY').waitFor();
    await setChannel('withdrawal', { status: 'disabled' });
    await confirm(DEMO_PAY_PASSWORD);
    await page.getByText('Withdrawals are currently unavailable.').first().waitFor();
    expect(await amount().inputValue()).toBe('200.00');
    await setChannel('withdrawal', { ...OUTER_FEE, status: 'enabled' });
    await press('Review');
    await confirm(DEMO_PAY_PASSWORD);
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    expect(await count('withdrawals')).toBe(before + 1);
  });

  it('make one withdrawal if its response is lost, however often it is retried', async () => {
    await page.getByRole('link', { name: 'Make another withdrawal' }).click();
    await review('300');
    const before = await count('withdrawals');
    let lost = 2;
    await page.route('**/prod-api/withdrawals', async (route) => {
      if (lost-- <= 0) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await confirm(DEMO_PAY_PASSWORD);
    const unknown = page.getByText('We couldn’t confirm whether this went through');
    await unknown.waitFor();
    await press('Try again');
    await expect.poll(() => lost).toBe(0);
    await unknown.waitFor();
    await press('Try again');
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    expect(await count('withdrawals')).toBe(before + 1);
  });

  /** Makes a withdrawal whose response is lost, and signs in again after its session has ended. */
  async function loseResponse(value: string): Promise<void> {
    await page.getByRole('link', { name: 'Make another withdrawal' }).click();
    await review(value);
    await page.route('**/prod-api/withdrawals', async (route) => {
      await route.fetch();
      return route.abort();
    });
    await confirm(DEMO_PAY_PASSWORD);
    await page.getByText('We couldn’t confirm whether this went through').waitFor();
    await page.unrouteAll();
    await endSession('Try again');
    await opened.signIn();
    await page.getByText('We couldn’t confirm whether this went through').waitFor();
  }

  it('make one withdrawal also if the session ends before its outcome is known', async () => {
    const before = await count('withdrawals');
    await loseResponse('350');
    await press('Review');
    await confirm(DEMO_PAY_PASSWORD);
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    await page.getByText('350.00 CNY').first().waitFor();
    expect(await count('withdrawals')).toBe(before + 1);
  });

  it('say that an attempt whose response was lost went through, before another amount is withdrawn', async () => {
    const before = await count('withdrawals');
    await loseResponse('370');
    await review('380');
    await confirm(DEMO_PAY_PASSWORD);
    await page.getByText('Your earlier attempt went through').waitFor();
    expect(await count('withdrawals')).toBe(before + 1);
    await confirm(DEMO_PAY_PASSWORD);
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    expect(await count('withdrawals')).toBe(before + 2);
  });

  it('make one withdrawal if Enter is pressed twice quickly', async () => {
    await page.getByRole('link', { name: 'Make another withdrawal' }).click();
    await review('360');
    const before = await count('withdrawals');
    await password().fill(DEMO_PAY_PASSWORD);
    await password().evaluate((input: HTMLInputElement) => {
      input.form?.requestSubmit();
      input.form?.requestSubmit();
    });
    await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    expect(await count('withdrawals')).toBe(before + 1);
  });

  it('restore the input if the session ends between form and password', async () => {
    await page.getByRole('link', { name: 'Make another withdrawal' }).click();
    await review('400');
    await password().fill(DEMO_PAY_PASSWORD);
    await endSession('Confirm');
    await opened.signIn();
    await page.getByText('Your unsaved changes have been restored.').waitFor();
    expect(await amount().inputValue()).toBe('400.00');
    await press('Review');
    await password().waitFor();
  });

  it('report each missing input', async () => {
    await openForm('/recharge');
    await expectPrompts('Enter the deposit amount.', 'Enter the payer’s name.');
  });

  it('hold a payment above the threshold until another user approves it', async () => {
    await console.world.db.kysely.updateTable('merchants').set({ approval_threshold: 10_000n }).execute();
    await openForm('/payment');
    // The channel is that of the last request.
    await expectPrompts('Enter the payment amount.', 'Enter the payee’s name.', 'Enter the card number.');
    await page.getByRole('combobox', { name: 'Channel' }).click();
    const channel = page.getByRole('option', { selected: false }).last();
    const name = await channel.locator('.MuiListItemText-primary').textContent();
    await channel.click();
    await page.getByRole('textbox', { name: /^Payee/ }).fill('Ink & Paper');
    const card = page.getByRole('textbox', { name: /^Card number/ });
    await card.fill('6222-0212 34567890123');
    expect(await card.inputValue()).toBe('6222 0212 3456 7890 123');
    await page.getByRole('textbox', { name: /^Bank name/ }).fill('Bank');
    await page.getByText('This isn’t a valid card number').waitFor();
    await amount().fill('100.01');
    await page.getByText('another user must approve this').first().waitFor();
    await press('Review');
    await page.getByText('6222 0212 3456 7890 123').waitFor();
    await confirm(DEMO_PAY_PASSWORD);
    await page.getByRole('heading', { name: 'Payment requested' }).waitFor();
    await page.getByText('A colleague with permission to approve must decide on this request').waitFor();

    await openForm('/payment');
    await page
      .getByRole('combobox', { name: 'Channel' })
      .filter({ hasText: name ?? '' })
      .waitFor();
  });

  it('lock after five wrong payment passwords, show for how long, and keep the input', async () => {
    await openForm('/withdraw');
    await review('410');
    const before = await count('withdrawals');
    for (const left of [4, 3, 2, 1]) {
      await confirm(`00000${left}`);
      await page.getByText(`Attempts left: ${left}.`).waitFor();
    }
    await confirm('000000');
    const locked = page.getByText('Too many incorrect payment passwords. Try again in 30 minutes.');
    await locked.waitFor();
    await confirm(DEMO_PAY_PASSWORD);
    await locked.waitFor();
    await press('Back');
    expect(await amount().inputValue()).toBe('410.00');
    expect(await count('withdrawals')).toBe(before);
  });
});
