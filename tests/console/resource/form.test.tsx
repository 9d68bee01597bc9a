import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage, withinPage } from '#tests/support/declaredPage.tsx';
import { gate } from '#tests/support/gate.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf, supplierDeclaration, supplierRecord } from '#tests/support/supplierForm.ts';
import { ALL, fill, input, openEdit, openNew, REQUIRED, retype, save, user } from '#tests/support/supplierFormPage.ts';

describe('the form of a new record', () => {
  it('sends the serialised values and opens the record', async () => {
    const { place, callsOf } = await openNew();
    await fill('Name', 'Acme');
    await fill('Account', '6222021234561234');
    await fill('Fee', '92,233,720,368,547,758.07');
    await fill('Rate', '2.5');
    await fill('Days', '30');
    await user.click(screen.getByRole('checkbox', { name: 'Active' }));
    await save();
    await waitFor(() => expect(place.pathname).toMatch(/\/show$/));
    expect(callsOf('create', 'suppliers')).toEqual([
      {
        data: {
          name: 'Acme',
          account: '6222021234561234',
          fee: '9223372036854775807',
          rate: 250,
          days: 30,
          kind: 'goods',
          active: true,
        },
        meta: { idempotencyKey: expect.any(String) },
      },
    ]);
  });

  it('opens the list if the user may not open the record', async () => {
    const { place } = await openNew({ permissions: ['suppliers.list', 'suppliers.create'] });
    await fill('Name', 'Acme');
    await fill('Account', '6222021234561234');
    await save();
    await waitFor(() => expect(place.pathname).toBe(LIST_PATH));
  });

  it('sends nothing while an input is invalid, and focuses the first one', async () => {
    const { callsOf } = await openNew();
    await fill('Account', '1234');
    await save();
    expect(await screen.findByText('This field is required.')).toBeInTheDocument();
    expect(screen.getByText('Use at least 12 characters.')).toBeInTheDocument();
    expect(input('Name')).toHaveFocus();
    expect(input('Name')).toHaveAccessibleDescription('This field is required.');
    expect(callsOf('create', 'suppliers')).toEqual([]);
  });

  it('lacks fields that the server fills in and those that the user may not see', async () => {
    await openNew();
    expect(screen.queryByText('Score')).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Limit' })).not.toBeInTheDocument();
    expect(screen.queryByText('Created')).not.toBeInTheDocument();
  });

  it('has a field with a permission for users who hold it', async () => {
    await openNew({ permissions: [...ALL, 'suppliers.limits'] });
    expect(input('Limit')).toBeInTheDocument();
  });

  it('updates sums while the user types', async () => {
    await openNew({ declaration: { form: { groups: [{ fields: [...REQUIRED, 'fee', 'tax', 'total'] }] } } });
    await fill('Fee', '1,000.01');
    await fill('Tax', '0.99');
    expect(screen.getByText('Total').nextElementSibling).toHaveTextContent('1,001.00 CNY');
  });

  it('shows sums in the record’s currency', async () => {
    const of = { currency: 'currency' };
    const fields = supplierDeclaration.fields.map((field) => (field.type === 'money' ? { ...field, ...of } : field));
    const currency = { source: 'currency', type: 'text', label: 'Currency' };
    const form = { groups: [{ fields: [...REQUIRED, 'currency', 'fee', 'tax', 'total'] }] };
    await openNew({ declaration: { fields: [...fields, currency], form } });
    await fill('Currency', 'JPY');
    await fill('Fee', '1,000');
    await fill('Tax', '9');
    expect(screen.getByText('Total').nextElementSibling).toHaveTextContent('1,009 JPY');
  });

  it("isn't shown to users who may not create", async () => {
    const { provider } = recordingProvider({ suppliers: [] });
    const declarations = declarationsOf([supplierDeclaration]);
    const permissions = ['suppliers.list', 'suppliers.show'];
    const address = `${LIST_PATH}/create`;
    await renderDeclaredPage({ dataProvider: provider, name: 'suppliers', address, permissions, declarations });
    expect(await withinPage().findByRole('alert')).toHaveTextContent('Page not found');
  });
});

describe('a field that is only shown beside certain values', () => {
  const showVisit = async () => {
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    await user.click(screen.getByRole('option', { name: 'Services' }));
  };

  it('keeps its input while it is hidden, and is sent as null', async () => {
    const visited = supplierRecord({ kind: 'services', visit_at: '2026-11-20T02:00:00.000Z' });
    const { callsOf } = await openEdit({ record: visited });
    expect(screen.getByLabelText(/^Visit/)).toHaveValue('2026-11-20 10:00');
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    await user.click(screen.getByRole('option', { name: 'Goods' }));
    expect(screen.queryByLabelText(/^Visit/)).not.toBeInTheDocument();
    await showVisit();
    expect(screen.getByLabelText(/^Visit/)).toHaveValue('2026-11-20 10:00');
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    await user.click(screen.getByRole('option', { name: 'Goods' }));
    await save();
    await waitFor(() =>
      expect(callsOf('update', 'suppliers')).toMatchObject([{ data: { kind: 'goods', visit_at: null, revision: 3 } }]),
    );
  });
});

describe('the form of an existing record', () => {
  it('sends the changes with the revision that they are based on', async () => {
    const { callsOf, place } = await openEdit();
    await retype('Name', 'Acme Ltd');
    await retype('Fee', '0');
    await save();
    await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/supplier-1/show`));
    expect(callsOf('update', 'suppliers')).toMatchObject([{ data: { name: 'Acme Ltd', fee: '0', revision: 3 } }]);
    expect(Object.keys(Object(callsOf('update', 'suppliers')[0]?.['data']))).toHaveLength(3);
  });

  it('sends nothing if nothing has changed', async () => {
    const { callsOf, place } = await openEdit();
    await save();
    await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/supplier-1/show`));
    expect(callsOf('update', 'suppliers')).toEqual([]);
  });

  it('shows read-only fields as text', async () => {
    await openEdit();
    expect(screen.getByText('Code').nextElementSibling).toHaveTextContent('ACM');
    expect(screen.getByText('Three capital letters')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Code' })).not.toBeInTheDocument();
  });

  it('has its own fields and lacks those of the new record', async () => {
    await openEdit({
      declaration: {
        form: { groups: [{ fields: [...REQUIRED, 'days', 'notes'] }], createOnly: ['days'], editOnly: ['notes'] },
      },
    });
    expect(input('Notes')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Days' })).not.toBeInTheDocument();
  });

  it('is saved by Ctrl+S, once', async () => {
    const { merchant, callsOf } = await openEdit();
    const { opened, open } = gate();
    merchant.before = ({ method }) => (method === 'update' ? opened : undefined);
    await retype('Name', 'Acme Ltd');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Saving…' })).toBeDisabled());
    await user.keyboard('{Control>}s{/Control}');
    open();
    await waitFor(() => expect(screen.queryByRole('button', { name: /Sav/ })).not.toBeInTheDocument());
    expect(callsOf('update', 'suppliers')).toHaveLength(1);
  });

  it("says that the record doesn't exist", async () => {
    const { provider } = recordingProvider({ suppliers: [] });
    const declarations = declarationsOf([supplierDeclaration]);
    const address = `${LIST_PATH}/supplier-9`;
    await renderDeclaredPage({ dataProvider: provider, name: 'suppliers', address, permissions: ALL, declarations });
    expect(await withinPage().findByRole('alert')).toHaveTextContent('Record not found');
  });
});

describe('a form in tabs', () => {
  const declaration = {
    form: {
      tabs: [
        { label: 'Numbers', fields: ['days', 'fee', 'kind', 'active'] },
        { label: 'Words', fields: ['name', 'account', 'notes'] },
      ],
    },
  };

  it('marks the tab with an invalid input and opens it', async () => {
    await openNew({ declaration });
    await save();
    const tab = await screen.findByRole('tab', { name: 'Words: 2 fields need attention' });
    expect(tab).toHaveAttribute('aria-selected', 'true');
    expect(input('Name')).toHaveFocus();
    await fill('Name', 'Acme');
    expect(await screen.findByRole('tab', { name: 'Words: 1 field needs attention' })).toBeInTheDocument();
  });

  it('keeps the input on a hidden tab', async () => {
    const { callsOf } = await openNew({ declaration });
    await user.type(input('Days'), '7');
    await user.click(screen.getByRole('tab', { name: 'Words' }));
    await fill('Name', 'Acme');
    await fill('Account', '6222021234561234');
    await save();
    await waitFor(() => expect(callsOf('create', 'suppliers')).toMatchObject([{ data: { days: 7, name: 'Acme' } }]));
  });
});
