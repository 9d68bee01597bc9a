import { describe, expect, it } from 'vitest';
import { LIST_PATH } from '#tests/support/declaredPage.tsx';
import {
  line,
  lineInput,
  openInvoice,
  press,
  retype,
  screen,
  storedInvoice,
  storedLine,
  untilThere,
  user,
  waitFor,
} from './lines/invoiceForm.tsx';

const chair = storedLine('l1', 'Red chair', { product_id: 'chair', unit_price: '9900', vat_rate: 700 });
const delivery = storedLine('l2', 'Delivery');

/** Fields whose values belong to one record only, or that users may not enter. */
const OWN = [
  { source: 'code', type: 'text', unique: true, label: 'Code' },
  { source: 'iban', type: 'text', mask: 'card', label: 'IBAN' },
  { source: 'token', type: 'secret', label: 'Token' },
  { source: 'scan', type: 'file', label: 'Scan' },
  { source: 'note', type: 'text', label: 'Note' },
  { source: 'internal', type: 'text', label: 'Internal', permission: 'internals' },
];

const openCopy = async (options: Partial<Parameters<typeof openInvoice>[0]> = {}) => {
  const invoice = storedInvoice([chair, delivery], { issued_on: '2026-01-05', due_on: '2026-02-01' });
  const page = await openInvoice({ address: '/create?duplicate=i1', invoice, ...options });
  await untilThere();
  return page;
};

describe('duplicating a record', () => {
  it('begins with its values and lines, which keep their prices, and saves new ones', async () => {
    const { merchant } = await openCopy();
    expect(screen.getByText('Copy of “INV-2026-0001 Acme”. Nothing is saved until you save it.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveValue('Acme'));
    await waitFor(() => expect(line(1).getByRole('combobox', { name: 'Product' })).toHaveValue('Chair'));
    expect(lineInput(1, 'Description')).toHaveValue('Red chair');
    expect(lineInput(1, 'Unit price')).toHaveValue('99.00');
    expect(merchant.callsOf('create', 'invoices')).toEqual([]);
    await retype(lineInput(2, 'Description'), 'Pick-up');
    await press('Save');
    await waitFor(() => expect(merchant.callsOf('create', 'invoices')).toHaveLength(1));
    const { data } = merchant.callsOf('create', 'invoices')[0] ?? {};
    expect(data).toEqual({
      customer_id: 'acme',
      currency: 'EUR',
      issued_on: '2026-01-05',
      due_on: '2026-02-01',
      lines: [
        { product_id: 'chair', description: 'Red chair', quantity: '1.000', unit_price: '9900', vat_rate: 700 },
        { description: 'Pick-up', quantity: '1.000', unit_price: '1000', vat_rate: 1900 },
      ],
    });
  });

  it('leaves out what belongs to one record only, and what the user may not see', async () => {
    const invoice = storedInvoice([delivery], {
      code: 'A1',
      iban: '****1234',
      token: true,
      scan: { name: 'scan.pdf', size: 1, type: 'application/pdf', id: 'f1' },
      note: 'Call first',
      internal: 'Pays late',
    });
    const fields = [...OWN, { source: 'customer_id', type: 'reference', reference: 'customers', label: 'Customer' }];
    const declared = { fields, rules: undefined, list: { duplicate: true }, recordRepresentation: 'note' };
    const { merchant } = await openInvoice({
      address: '/create?duplicate=i1',
      invoice,
      changed: { invoices: declared },
    });
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Call first'));
    await press('Save');
    await waitFor(() => expect(merchant.callsOf('create', 'invoices')).toHaveLength(1));
    expect(merchant.callsOf('create', 'invoices')[0]?.['data']).toEqual({ note: 'Call first', customer_id: 'acme' });
  });

  it('copies no lines that the user may not create', async () => {
    const { merchant } = await openInvoice({
      address: '/create?duplicate=i1',
      invoice: storedInvoice([chair, delivery]),
      onLines: ['list', 'show'],
    });
    await screen.findByRole('button', { name: 'Save' });
    expect(screen.queryByDisplayValue('Red chair')).not.toBeInTheDocument();
    expect(merchant.callsOf('create', 'invoices')).toEqual([]);
  });

  it('is offered on the record page', async () => {
    const { place } = await openInvoice({ address: '/i1/show', invoice: storedInvoice([chair]) });
    await user.click(await screen.findByRole('link', { name: 'Duplicate' }));
    await untilThere();
    expect(`${place.pathname}${place.search}`).toBe(`${LIST_PATH}/create?duplicate=i1`);
  });

  it('asks before another copy replaces unsaved input', async () => {
    const other = { ...storedInvoice([delivery]), id: 'i2', number: 'INV-2026-0002' };
    const { visit, merchant } = await openCopy();
    await merchant.provider.create('invoices', { data: other });
    await retype(lineInput(2, 'Description'), 'Pick-up');
    visit(`${LIST_PATH}/create?duplicate=i2`);
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(lineInput(2, 'Description')).toHaveValue('Pick-up'));
    visit(`${LIST_PATH}/create?duplicate=i2`);
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await screen.findByText(/^Copy of “INV-2026-0002/);
    expect(screen.queryByDisplayValue('Pick-up')).not.toBeInTheDocument();
  });
});
