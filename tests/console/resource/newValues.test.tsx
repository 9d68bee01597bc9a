import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { gate } from '#tests/support/gate.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';
import { input, retype, save, user } from '#tests/support/supplierFormPage.ts';

const products = {
  version: 1,
  name: 'products',
  storage: 'table',
  fields: [
    { source: 'name', type: 'text', required: true, search: true },
    { source: 'price', type: 'money', currency: 'currency' },
    { source: 'currency', type: 'text' },
  ],
};

const lines = {
  version: 1,
  name: 'lines',
  storage: 'table',
  fields: [
    { source: 'number', type: 'text', label: 'Number', default: { sequence: 'L-{0000}' } },
    { source: 'product_id', type: 'reference', reference: 'products', label: 'Product' },
    { source: 'name', type: 'text', required: true, label: 'Name', default: { from: 'product_id.name' } },
    { source: 'price', type: 'money', label: 'Price', default: { from: 'product_id.price' } },
    { source: 'sold_on', type: 'date', label: 'Sold', default: '$today' },
  ],
};

const CHAIR = { id: 'chair', name: 'Chair', price: '123450', currency: 'CNY' };
const TABLE = { id: 'table', name: 'Table', price: '5000', currency: 'CNY' };
const LAMP = { id: 'lamp', name: 'Lamp', price: '900', currency: 'JPY' };

async function openNew(fields: object[] = lines.fields) {
  const merchant = recordingProvider({ products: [CHAIR, TABLE, LAMP], lines: [] });
  const declaration = { ...lines, fields };
  const page = await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'lines',
    address: `${LIST_PATH}/create`,
    permissions: ['lines.list', 'lines.show', 'lines.create'],
    declarations: declarationsOf([products, declaration]),
  });
  await screen.findByRole('button', { name: 'Save' });
  return { ...page, merchant };
}

async function choose(name: string) {
  const box = screen.getByRole('combobox', { name: 'Product' });
  await user.clear(box);
  await user.click(box);
  await user.click(await screen.findByRole('option', { name }));
}

describe('the form of a new record', () => {
  it('takes values of the chosen record over, until the user changes them', async () => {
    const { merchant } = await openNew();
    await choose('Chair');
    await waitFor(() => expect(input('Price')).toHaveValue('1,234.50'));
    expect(input('Name')).toHaveValue('Chair');
    await retype('Name', 'Stool');
    await choose('Table');
    await waitFor(() => expect(input('Price')).toHaveValue('50.00'));
    expect(input('Name')).toHaveValue('Stool');
    await save();
    await waitFor(() => expect(merchant.callsOf('create', 'lines')).toHaveLength(1));
    expect(merchant.callsOf('create', 'lines')[0]).toMatchObject({
      data: { product_id: 'table', name: 'Stool', price: '5000', sold_on: '2026-11-20' },
    });
  });

  it('keeps no value of the record chosen before, nor takes an amount in another currency', async () => {
    const { merchant } = await openNew();
    await choose('Chair');
    await waitFor(() => expect(input('Price')).toHaveValue('1,234.50'));
    const answer = gate();
    merchant.before = ({ method }) => (method === 'getMany' ? answer.opened : undefined);
    await choose('Lamp');
    await waitFor(() => expect(input('Price')).toHaveValue(''));
    answer.open();
    await waitFor(() => expect(input('Name')).toHaveValue('Lamp'));
    expect(input('Price')).toHaveValue('');
  });

  it('takes an amount in the currency that it is computed to have', async () => {
    const currency = { source: 'currency', type: 'text', computed: { from: 'product_id.currency' } };
    const form = lines.fields.map((field) => (field.type === 'money' ? { ...field, currency: 'currency' } : field));
    const { merchant } = await openNew([...form, currency]);
    await choose('Lamp');
    await waitFor(() => expect(input('Price')).toHaveValue('900'));
    await save();
    await waitFor(() => expect(merchant.callsOf('create', 'lines')).toHaveLength(1));
    const [sent] = merchant.callsOf('create', 'lines');
    expect(sent?.['data']).toMatchObject({ product_id: 'lamp', price: '900' });
    expect(sent?.['data']).not.toHaveProperty('currency');
  });

  it('says that the number is assigned on save', async () => {
    await openNew();
    expect(screen.getByText('Number').nextElementSibling).toHaveTextContent('Assigned on save');
    expect(screen.queryByRole('textbox', { name: 'Number' })).not.toBeInTheDocument();
  });
});
