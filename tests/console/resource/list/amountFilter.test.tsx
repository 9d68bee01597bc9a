import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Filter } from '@merchant-console/protocol';
import { listAddress, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

/** Opens a list of a tenant that uses CNY. Returns the last requested filter. */
async function openList(name: string, filter: Filter = {}) {
  await import('../../../../packages/ra-declared/src/fields/filters/FilterPopover.tsx');
  const { provider, callsOf } = recordingProvider({ [name]: [], merchants: [], channels: [] });
  const address = listAddress({ filter: JSON.stringify(filter) });
  await renderDeclaredPage({ dataProvider: provider, name, address });
  const user = quickUser();
  return {
    user,
    lastFilter: () => callsOf('getList', name).at(-1)?.['filter'],
    async open(pill: RegExp) {
      await user.click(await screen.findByRole('combobox', { name: pill }));
      return within(await screen.findByRole('dialog'));
    },
  };
}

describe('a range of amounts', () => {
  it('over several merchants is in one currency, and uses its decimals', async () => {
    const { user, open, lastFilter } = await openList('deposit_reviews');
    const dialog = await open(/Amount/);
    const currency = dialog.getByRole('textbox', { name: 'Currency' });
    expect(currency).toHaveValue('CNY');
    await user.clear(currency);
    await user.type(currency, 'jpy');
    await user.type(dialog.getByRole('textbox', { name: 'Minimum' }), '5000{Enter}');
    await waitFor(() => expect(lastFilter()).toEqual({ amount_gte: '5000', currency: 'JPY' }));
    expect(screen.getByRole('combobox', { name: 'Amount: ≥ 5,000 JPY' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect((await open(/≥ 5,000 JPY/)).getByRole('textbox', { name: 'Minimum' })).toHaveValue('5,000');
  });

  it('is rejected in an unknown currency', async () => {
    const { user, open, lastFilter } = await openList('deposit_reviews');
    const dialog = await open(/Amount/);
    const currency = dialog.getByRole('textbox', { name: 'Currency' });
    await user.clear(currency);
    await user.type(currency, 'QQQ{Enter}');
    expect(currency).toHaveAccessibleDescription('Enter a three-letter currency code');
    expect(lastFilter()).toEqual({});
  });

  it('is removed with the currency that it was entered in', async () => {
    const { user, lastFilter } = await openList('deposit_reviews', { amount_gte: '5000', currency: 'JPY' });
    await user.click(await screen.findByRole('button', { name: 'Remove filter: Currency' }));
    await waitFor(() => expect(lastFilter()).toEqual({}));
  });

  it('of one merchant is in the currency that the list is filtered by', async () => {
    const { user, open, lastFilter } = await openList('orders', { currency: 'JPY' });
    const dialog = await open(/Order amount/);
    expect(dialog.queryByRole('textbox', { name: 'Currency' })).not.toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: 'Minimum' }), '5000{Enter}');
    await waitFor(() => expect(lastFilter()).toEqual({ amount_gte: '5000', currency: 'JPY' }));
  });
});
