import { describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openedMoneyForms } from './openedMoneyForms.ts';

describe('the forms that move money', () => {
  const forms = openedMoneyForms();
  const { amount, figure, press, password, confirm, expectPrompts, review, count, openForm } = forms;

  it('take a withdrawal from its amount to a result that can be reopened', async () => {
    await amount().fill('1,234.5');
    await figure('Paid to your card').getByText('1,234.50 CNY').waitFor();
    await figure('Debited from your balance').getByText('1,239.50 CNY').waitFor();
    await forms.opened.expectAccessible();
    await press('Review');
    await password().waitFor();
    await press('Confirm');
    await forms.page.getByText('Enter your payment password.', { exact: true }).waitFor();
    await confirm('000000');
    await forms.page.getByText('Incorrect payment password. Attempts left: 4.').waitFor();
    await confirm(DEMO_PAY_PASSWORD);
    await forms.page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    await forms.opened.expectAccessible();
    await forms.page.reload();
    await forms.page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    await forms.page.getByText('1,239.50 CNY').waitFor();
    await forms.page.getByRole('link', { name: 'View request' }).click();
    await forms.page.waitForURL(/applywithdraw\/.*\/show/);
    await forms.page.getByRole('link', { name: 'Withdrawal requests' }).first().click();
    await press('New withdrawal');
    await forms.page.waitForURL(/\/withdraw$/);
    await amount().waitFor();
  });

  it('fill in the highest amount that the balance covers including the fee, and show how much one unit more would lack', async () => {
    await expectPrompts('Enter the withdrawal amount.');
    await press('Use full balance');
    await figure('Balance after').getByText('0.00 CNY', { exact: true }).waitFor();
    const most = await amount().inputValue();
    await amount().fill(`${most.slice(0, -1)}${Number(most.at(-1)) + 1}`.replaceAll(',', ''));
    await amount().blur();
    await forms.page.getByText(/^Insufficient balance: .* 0\.01 CNY short/).waitFor();
    await press('Review');
    // The focus moves after another request to the server.
    await amount().and(forms.page.locator(':focus')).waitFor();
  });

  it('make one withdrawal if its response is lost, however often it is retried', async () => {
    await openForm('/withdraw');
    await review('300');
    const before = await count('withdrawals');
    let lost = 2;
    await forms.page.route('**/prod-api/withdrawals', async (route) => {
      if (lost-- <= 0) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await confirm(DEMO_PAY_PASSWORD);
    const unknown = forms.page.getByText('We couldn’t confirm whether this went through');
    await unknown.waitFor();
    await press('Try again');
    await expect.poll(() => lost).toBe(0);
    await unknown.waitFor();
    await press('Try again');
    await forms.page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    expect(await count('withdrawals')).toBe(before + 1);
  });

  it('make one withdrawal if Enter is pressed twice quickly', async () => {
    await forms.page.getByRole('link', { name: 'Make another withdrawal' }).click();
    await review('360');
    const before = await count('withdrawals');
    await password().fill(DEMO_PAY_PASSWORD);
    await password().evaluate((input: HTMLInputElement) => {
      input.form?.requestSubmit();
      input.form?.requestSubmit();
    });
    await forms.page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
    expect(await count('withdrawals')).toBe(before + 1);
  });

  it('hold a payment above the threshold until another user approves it', async () => {
    await forms.console.world.db.kysely.updateTable('merchants').set({ approval_threshold: 10_000n }).execute();
    await openForm('/payment');
    // The channel is that of the last request.
    await expectPrompts('Enter the payment amount.', 'Enter the payee’s name.', 'Enter the card number.');
    await forms.page.getByRole('combobox', { name: 'Channel' }).click();
    const channel = forms.page.getByRole('option', { selected: false }).last();
    const name = await channel.locator('.MuiListItemText-primary').textContent();
    await channel.click();
    await forms.page.getByRole('textbox', { name: /^Payee/ }).fill('Ink & Paper');
    const card = forms.page.getByRole('textbox', { name: /^Card number/ });
    await card.fill('6222-0212 34567890123');
    expect(await card.inputValue()).toBe('6222 0212 3456 7890 123');
    await forms.page.getByRole('textbox', { name: /^Bank name/ }).fill('Bank');
    await forms.page.getByText('This isn’t a valid card number').waitFor();
    await amount().fill('100.01');
    await forms.page.getByText('another user must approve this').first().waitFor();
    await press('Review');
    await forms.page.getByText('6222 0212 3456 7890 123').waitFor();
    await confirm(DEMO_PAY_PASSWORD);
    await forms.page.getByRole('heading', { name: 'Payment requested' }).waitFor();
    await forms.page.getByText('A colleague with permission to approve must decide on this request').waitFor();

    await openForm('/payment');
    await forms.page
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
      await forms.page.getByText(`Attempts left: ${left}.`).waitFor();
    }
    await confirm('000000');
    const locked = forms.page.getByText('Too many incorrect payment passwords. Try again in 30 minutes.');
    await locked.waitFor();
    await confirm(DEMO_PAY_PASSWORD);
    await locked.waitFor();
    await press('Back');
    expect(await amount().inputValue()).toBe('410.00');
    expect(await count('withdrawals')).toBe(before);
  });
});
