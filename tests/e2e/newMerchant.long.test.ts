import { describe, expect, it } from 'vitest';
import { tabBar } from '#tests/support/tabBar.ts';
import { openedMerchants } from './openedMerchants.ts';

describe('an operator', () => {
  const merchants = openedMerchants();

  it('sees the next steps on the first day, with links to them', async () => {
    const next = merchants.page.getByRole('region', { name: 'Get started' });
    await next.getByText('Set up the platform').waitFor();
    await merchants.opened.expectAccessible();
    await next.getByText('Set a payment password').waitFor();
    expect(await next.getByRole('listitem').count()).toBe(7);
    await next.getByRole('link', { name: 'Set up' }).click();
    await merchants.page.waitForURL(/platformSettings/);
  });

  it('changes the platform settings on the page of their only record', async () => {
    await tabBar(merchants.page).visit('/platform/platformSettings');
    await merchants.page.getByRole('heading', { name: '晨桥支付' }).waitFor();
    await merchants.page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Platform settings').waitFor();
    await merchants.page.getByRole('link', { name: 'Edit' }).click();
    await merchants.page.getByRole('combobox', { name: 'Time zone' }).fill('paris');
    await merchants.page.getByRole('option', { name: /Europe\/Paris/ }).click();
    await merchants.page.getByRole('button', { name: 'Save' }).click();
    await merchants.page.getByRole('heading', { name: '晨桥支付' }).waitFor();
    await merchants.page.getByText('Europe/Paris').first().waitFor();
  });
});
