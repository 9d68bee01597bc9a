import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const inCurrency = { type: 'money', currency: 'currency' };
const contracts = {
  version: 1,
  name: 'contracts',
  storage: 'table',
  recordRepresentation: 'title',
  fields: [
    { source: 'title', type: 'text' },
    { source: 'price', ...inCurrency },
    { source: 'currency', type: 'text' },
  ],
  actions: [
    {
      key: 'reprice',
      label: 'Change price',
      shows: ['price'],
      form: [{ source: 'new_price', ...inCurrency, label: 'New price', max: '900000' }],
      payPassword: true,
      submit: 'Set %{new_price}',
      fills: { new_price: 'price' },
      set: { price: '$form.new_price' },
    },
    {
      key: 'convert',
      label: 'Convert',
      form: [
        { source: 'currency', type: 'text', label: 'New currency', default: 'USD' },
        { source: 'new_price', ...inCurrency, label: 'New price' },
      ],
      submit: 'Convert to %{new_price}',
      set: { currency: '$form.currency', price: '$form.new_price' },
    },
  ],
};

/** Opens the dialog of an action for a record of a merchant in CNY. */
async function openDialog(record: object, button: string) {
  await import('../../../../packages/ra-declared/src/actions/dialog/ActionDialog.tsx');
  const { provider, callsOf } = recordingProvider({ contracts: [{ id: 'c', title: 'Lease', ...record }] });
  await renderDeclaredPage({
    dataProvider: provider,
    name: 'contracts',
    address: `${LIST_PATH}/c/show`,
    permissions: ['list', 'show', 'reprice', 'convert'].map((key) => `contracts.${key}`),
    declarations: async () => ({ text: JSON.stringify(contracts), isGood: true }),
  });
  const user = quickUser();
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  return { dialog, user, input: dialog.getByRole('textbox', { name: /New price/ }), callsOf };
}

describe("an amount in an action's form, in the currency that a field of the record names", () => {
  it.each([
    ['JPY', '5,000', '7000', '7,000 JPY', '7000'],
    ['USD', '50.00', '70.00', '70.00 USD', '7000'],
    // Without a currency, the record is in the merchant's.
    [null, '50.00', '70.00', '70.00 CNY', '7000'],
  ])('is shown, read and confirmed in %s', async (currency, shown, typed, confirmed, sent) => {
    const { dialog, user, input, callsOf } = await openDialog({ price: '5000', currency }, 'Change price');
    expect(input).toHaveValue(shown);
    await user.clear(input);
    await user.type(input, typed);
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    expect(await dialog.findByText(confirmed)).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/Payment password/), '246810');
    await user.click(dialog.getByRole('button', { name: `Set ${confirmed}` }));
    await waitFor(() => expect(callsOf('runAction', 'contracts')).toHaveLength(1));
    expect(callsOf('runAction', 'contracts')[0]?.['values']).toEqual({ new_price: sent, pay_password: '246810' });
  });

  it('has its limits in that currency', async () => {
    const { dialog, user, input } = await openDialog({ price: '5000', currency: 'JPY' }, 'Change price');
    await user.clear(input);
    await user.type(input, '900001');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    expect(await dialog.findByText(/900,000/)).toBeInTheDocument();
  });

  it("is in the form's own currency if the form asks for one", async () => {
    const { dialog, input, user } = await openDialog({ price: '5000', currency: 'JPY' }, 'Convert');
    expect(dialog.getByText('USD')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Convert to —' })).toBeInTheDocument();
    await user.type(input, '1.50');
    await user.click(dialog.getByRole('button', { name: 'Convert to 1.50 USD' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
