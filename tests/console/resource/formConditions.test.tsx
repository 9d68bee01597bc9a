import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { supplierDeclaration, supplierRecord } from '#tests/support/supplierForm.ts';
import { ALL, fill, input, openEdit, openNew, REQUIRED, retype, save, user } from '#tests/support/supplierFormPage.ts';

const RULE = 'Enter at least the fee';
const isService = { field: 'kind', eq: 'services' };

/** Notes and tax depend on the kind, the days on the user. */
const declaration = {
  form: { groups: [{ fields: [...REQUIRED, 'notes', 'fee', 'tax', 'days'] }] },
  rules: [
    {
      when: isService,
      must: { field: 'tax', gte: { field: 'fee' } },
      at: 'tax',
      text: { en: RULE, ja: '手数料以上を入力してください' },
    },
  ],
  fields: supplierDeclaration.fields.map((field) => {
    if (field.source === 'notes') return { ...field, required: isService };
    if (field.source === 'days') return { ...field, readOnly: { not: { permission: 'write_to' } } };
    return field;
  }),
};

async function choose(kind: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: /^Kind/ }));
  await user.click(await screen.findByRole('option', { name: kind }));
}

describe('a form with conditions on its own values', () => {
  it('requires a field as soon as the condition is true', async () => {
    const { callsOf } = await openNew({ declaration });
    await fill('Name', 'Acme');
    await fill('Account', '6222021234561234');
    expect(input('Notes')).toHaveAttribute('aria-required', 'false');
    await choose('Services');
    expect(input('Notes')).toHaveAttribute('aria-required', 'true');
    await fill('Fee', '1');
    await fill('Tax', '1');
    await save();
    expect(await screen.findByText('This field is required.')).toBeInTheDocument();
    expect(input('Notes')).toHaveFocus();
    expect(callsOf('create', 'suppliers')).toEqual([]);
    await fill('Notes', 'Repairs');
    await save();
    await waitFor(() => expect(callsOf('create', 'suppliers')).toHaveLength(1));
  });

  it('shows and hides the message of a rule at its field while others change', async () => {
    await openNew({ declaration });
    await fill('Fee', '5');
    await fill('Tax', '1');
    expect(screen.queryByText(RULE)).not.toBeInTheDocument();
    await choose('Services');
    expect(await screen.findByText(RULE)).toBeInTheDocument();
    expect(input('Tax')).toHaveAccessibleDescription(RULE);
    await retype('Fee', '0.5');
    await waitFor(() => expect(screen.queryByText(RULE)).not.toBeInTheDocument());
    await retype('Fee', '7');
    expect(await screen.findByText(RULE)).toBeInTheDocument();
    await choose('Goods');
    await waitFor(() => expect(screen.queryByText(RULE)).not.toBeInTheDocument());
  });

  it('shows a value that this user may not change', async () => {
    const record = supplierRecord();
    await openEdit({ declaration, record });
    expect(screen.queryByRole('textbox', { name: /^Days/ })).not.toBeInTheDocument();
    expect(screen.getByText(String(record.days))).toBeInTheDocument();
  });

  it('has an input for users with the permission', async () => {
    await openEdit({ declaration, permissions: [...ALL, 'suppliers.write_to'] });
    expect(input('Days')).toBeInTheDocument();
  });
});
