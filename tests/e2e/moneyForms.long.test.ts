import { describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openedMoneyForms, OUTER_FEE } from './openedMoneyForms.ts';

describe('the forms that move money', () => {
  const forms = openedMoneyForms();
  const { amount, figure, press, password, confirm, expectPrompts, review, setChannel, count, openForm } = forms;

  /** Ends the session, which the page finds out by refetching the quote or by the button, whichever comes first. */
  async function endSession(button: string): Promise<void> {
    const ended = forms.page.waitForURL(/\/login/);
    await forms.console.world.db.kysely
      .updateTable('sessions')
      .set({ ended_at: forms.console.world.clock.now() })
      .execute();
    await forms.page.getByRole('button', { name: button, exact: true }).evaluateAll((found) => {
      for (const one of found) if (one instanceof HTMLElement) one.click();
    });
    await ended;
  }

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
      await forms.page.getByText(words).waitFor();
      await press('Review');
      await amount().and(forms.page.locator(':focus')).waitFor();
      expect(await password().isVisible()).toBe(false);
    }
  });

  it('ask for another review if the cost has changed since the first one', async () => {
    await review('200');
    await setChannel('withdrawal', { fixed_fee: 600n });
    const before = await count('withdrawals');
    await confirm(DEMO_PAY_PASSWORD);
    await forms.page.getByText('Debited from your balance: 205.00 CNY → 206.00 CNY').waitFor();
    expect(await count('withdrawals')).toBe(before);
    await press('Use the new amounts');
    await figure('Debited from your balance').getByText('206.00 CNY').waitFor();
    await setChannel('withdrawal', { status: 'disabled' });
    await confirm(DEMO_PAY_PASSWORD);
    await forms.page.getByText('Withdrawals are currently unavailable.').first().waitFor();
    expect(await amount().inputValue()).toBe('200.00');
    await setChannel('withdrawal', { ...OUTER_FEE, status: 'enabled' });
    await press('Review');
    await confirm(DEMO_PAY_PASSWORD);
    await forms.page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    expect(await count('withdrawals')).toBe(before + 1);
  });

  /** Makes a withdrawal whose response is lost, and signs in again after its session has ended. */
  async function loseResponse(value: string): Promise<void> {
    await forms.page.getByRole('link', { name: 'Make another withdrawal' }).click();
    await review(value);
    await forms.page.route('**/prod-api/withdrawals', async (route) => {
      await route.fetch();
      return route.abort();
    });
    await confirm(DEMO_PAY_PASSWORD);
    await forms.page.getByText('We couldn’t confirm whether this went through').waitFor();
    await forms.page.unrouteAll();
    await endSession('Try again');
    await forms.opened.signIn();
    await forms.page.getByText('We couldn’t confirm whether this went through').waitFor();
  }

  it('make one withdrawal also if the session ends before its outcome is known', async () => {
    const before = await count('withdrawals');
    await loseResponse('350');
    await press('Review');
    await confirm(DEMO_PAY_PASSWORD);
    await forms.page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    await forms.page.getByText('350.00 CNY').first().waitFor();
    expect(await count('withdrawals')).toBe(before + 1);
  });

  it('say that an attempt whose response was lost went through, before another amount is withdrawn', async () => {
    const before = await count('withdrawals');
    await loseResponse('370');
    await review('380');
    await confirm(DEMO_PAY_PASSWORD);
    await forms.page.getByText('Your earlier attempt went through').waitFor();
    expect(await count('withdrawals')).toBe(before + 1);
    await confirm(DEMO_PAY_PASSWORD);
    await forms.page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    expect(await count('withdrawals')).toBe(before + 2);
  });

  it('restore the input if the session ends between form and password', async () => {
    await forms.page.getByRole('link', { name: 'Make another withdrawal' }).click();
    await review('400');
    await password().fill(DEMO_PAY_PASSWORD);
    await endSession('Confirm');
    await forms.opened.signIn();
    await forms.page.getByText('Your unsaved changes have been restored.').waitFor();
    expect(await amount().inputValue()).toBe('400.00');
    await press('Review');
    await password().waitFor();
  });

  it('report each missing input', async () => {
    await openForm('/recharge');
    await expectPrompts('Enter the deposit amount.', 'Enter the payer’s name.');
  });
});
