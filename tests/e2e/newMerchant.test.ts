import { describe, expect, it } from 'vitest';
import { tabBar } from '#tests/support/tabBar.ts';
import { openedMerchants } from './openedMerchants.ts';

describe('an operator', () => {
  const merchants = openedMerchants();

  const box = (name: string | RegExp) => merchants.page.getByRole('textbox', { name });

  const channel = (name: string) => merchants.page.getByRole('group', { name, exact: true });

  it('is offered the channels of the new merchant’s currency', async () => {
    await tabBar(merchants.page).visit('/platform/merchants');
    // The toolbar's: an empty list has a second one below it.
    await merchants.page.getByRole('link', { name: 'New merchant' }).first().click();
    await box(/^Name/).fill('Corner shop');
    const currency = merchants.page.getByRole('combobox', { name: 'Currency' });
    await channel('云付扫码').waitFor();
    expect(await currency.inputValue()).toBe('CNY');
    await currency.fill('yen');
    await merchants.page.getByRole('option', { name: /^JPY/ }).click();
    await channel('コード決済').waitFor();
    expect(await channel('云付扫码').count()).toBe(0);
    await merchants.opened.expectAccessible();
  });

  it('creates the merchant with the channels left selected, and sees the owner’s link once', async () => {
    await channel('カード決済').getByRole('checkbox').uncheck();
    const rate = channel('コード決済').getByRole('textbox', { name: 'Rate' });
    expect(await rate.inputValue()).toBe('2.70');
    await rate.fill('101');
    await box(/^Owner’s username/).fill('corner.owner');
    await box(/^Owner’s full name/).fill('Ada');
    await box(/^Approval threshold/).fill('90000');
    await merchants.page.getByRole('button', { name: 'Save' }).click();
    await channel('コード決済')
      .getByText(/Enter 100.* or less/)
      .waitFor();
    await rate.fill('3.1');
    await merchants.page.getByRole('button', { name: 'Save' }).click();

    const dialog = merchants.page.getByRole('dialog', { name: 'Create invitation link' });
    await dialog.getByRole('button', { name: 'Create invitation link' }).click();
    const link = await dialog.getByText(/#enrol=/).innerText();
    await merchants.opened.expectAccessible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await merchants.page.getByRole('heading', { name: 'Corner shop' }).waitFor();
    await merchants.page.getByText('3.10%').waitFor();
    expect(await merchants.page.content()).not.toContain(link.split('#')[1]);
    await merchants.page.reload();
    await merchants.page.getByRole('button', { name: 'Create invitation link' }).waitFor();
    expect(await merchants.page.getByRole('dialog').count()).toBe(0);
  });
});
