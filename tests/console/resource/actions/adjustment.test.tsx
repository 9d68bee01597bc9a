import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const MERCHANTS = [
  { id: 'm-jpy', name: 'Tokyo Tea', currency: 'JPY', status: 'active' },
  { id: 'm-eur', name: 'Voss Books', currency: 'EUR', status: 'active' },
];

/** The server's quote for a merchant with a balance of 1,000 minor units. */
function quoteOf({ currency, amount }: Record<string, unknown>) {
  const after = typeof amount === 'string' ? String(1000n + BigInt(amount)) : null;
  return { currency, available: '1000', available_after: after };
}

/** Opens the dialog of a new adjustment for an operator whose own platform uses CNY. */
async function openAdjustment() {
  await import('../../../../packages/ra-declared/src/actions/dialog/ActionDialog.tsx');
  const { provider, callsOf } = recordingProvider({ adjustments: [], merchants: MERCHANTS, users: [] });
  const permissions = ['list', 'show', 'create'].map((key) => `adjustments.${key}`);
  await renderDeclaredPage({
    dataProvider: {
      ...provider,
      async runAction(resource, params) {
        const { data, file } = await provider.runAction(resource, params);
        return { data: params.action.path.endsWith('/quote') ? quoteOf(params.values) : data, file };
      },
    },
    name: 'adjustments',
    permissions: [...permissions, 'merchants.list'],
  });
  const user = quickUser();
  const [begin] = await screen.findAllByRole('button', { name: 'New adjustment' });
  await user.click(begin ?? document.body);
  const dialog = within(await screen.findByRole('dialog'));
  return {
    user,
    dialog,
    /** The call that requests the adjustment, besides its quotes. */
    requests: () => callsOf('runAction', 'adjustments').filter(({ idempotencyKey }) => idempotencyKey !== null),
    shown: () =>
      dialog.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`),
    amount: () => dialog.getByRole('textbox', { name: /Amount/ }),
    async choose(merchant: string) {
      const input = dialog.getByRole('combobox', { name: /Merchant/ });
      await user.click(input);
      await user.click(await screen.findByRole('option', { name: merchant }));
    },
  };
}

it('of a merchant’s balance is entered in the currency of its wallet', async () => {
  const { user, dialog, choose, amount, requests, shown } = await openAdjustment();
  await choose('Tokyo Tea');
  await waitFor(() => expect(dialog.getByRole('textbox', { name: /Currency/ })).toHaveValue('JPY'));
  await user.type(amount(), '-1500');
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Fee of May');
  expect(await dialog.findByText('-500 JPY')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Review' }));
  expect(await dialog.findByText('-1,500 JPY')).toBeInTheDocument();
  await waitFor(() => expect(shown()).toContain('Merchant: Tokyo Tea'));
  await user.type(dialog.getByLabelText(/Payment password/), '246810');
  await user.click(dialog.getByRole('button', { name: 'Request adjustment of -1,500 JPY' }));
  await waitFor(() =>
    expect(requests()).toMatchObject([{ values: { tenant_id: 'm-jpy', currency: 'JPY', amount: '-1500' } }]),
  );
});

it('shows the balance once a merchant is chosen, and the balance afterwards once an amount is typed', async () => {
  const { user, dialog, choose, amount, shown } = await openAdjustment();
  expect(shown()).toEqual(['Available balance: —', 'Balance after: —']);
  await choose('Tokyo Tea');
  expect(await dialog.findByText('1,000 JPY')).toBeInTheDocument();
  expect(shown()).toEqual(['Available balance: 1,000 JPY', 'Balance after: —']);
  await user.type(amount(), '-1500');
  expect(await dialog.findByText('-500 JPY')).toBeInTheDocument();
  expect(shown()).toEqual(['Available balance: 1,000 JPY', 'Balance after: -500 JPY']);
});

it('is parsed again when another merchant is selected', async () => {
  const { user, dialog, choose, amount } = await openAdjustment();
  await choose('Voss Books');
  await user.type(amount(), '12.50');
  await choose('Tokyo Tea');
  expect(await dialog.findByText('JPY')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Review' }));
  expect(amount()).toHaveAccessibleDescription('Enter a whole number');
});
