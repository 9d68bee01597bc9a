import { describe, expect, it } from 'vitest';
import {
  conflict,
  line,
  lineInput,
  openInvoice,
  press,
  refusal,
  retype,
  screen,
  storedInvoice,
  storedLine,
  sums,
  untilThere,
  user,
  waitFor,
} from './invoiceForm.tsx';

async function openNew(options: Partial<Parameters<typeof openInvoice>[0]> = {}) {
  const page = await openInvoice({ address: '/create', ...options });
  await untilThere();
  return page;
}

async function openEdit(lines: object[], options: Partial<Parameters<typeof openInvoice>[0]> = {}) {
  const page = await openInvoice({ address: '/i1', invoice: storedInvoice(lines), ...options });
  await untilThere();
  return page;
}

async function choose(box: HTMLElement, name: string) {
  await user.click(box);
  await user.click(await screen.findByRole('option', { name }));
}

describe('the lines of a new record', () => {
  it('begin with as many as it needs, take values over, and are sent in their order', async () => {
    const { merchant } = await openNew();
    await choose(screen.getByRole('combobox', { name: 'Customer' }), 'Acme');
    await choose(line(1).getByRole('combobox', { name: 'Product' }), 'Chair');
    await waitFor(() => expect(lineInput(1, 'Unit price')).toHaveValue('125.00'));
    expect(lineInput(1, 'Description')).toHaveValue('Chair');
    await retype(lineInput(1, 'Quantity'), '2.5');
    await waitFor(() => expect(line(1).getByText('312.50 EUR')).toBeInTheDocument());
    expect(sums()).toEqual(expect.arrayContaining(['Net 312.50 EUR', 'VAT 21.88 EUR', 'Total 334.38 EUR']));
    await press('Add line');
    await retype(lineInput(2, 'Description'), 'Delivery');
    await retype(lineInput(2, 'Unit price'), '49');
    await retype(lineInput(2, 'VAT rate'), '19');
    await waitFor(() => expect(sums()).toContain('Total 392.69 EUR'));
    await press('Move line 2 up');
    await waitFor(() => expect(lineInput(1, 'Description')).toHaveValue('Delivery'));
    expect(screen.getByRole('button', { name: 'Move line 1 down' })).toHaveFocus();
    await press('Save');
    await waitFor(() => expect(merchant.callsOf('create', 'invoices')).toHaveLength(1));
    const data = merchant.callsOf('create', 'invoices')[0]?.['data'];
    expect(data).toMatchObject({
      lines: [
        { description: 'Delivery', quantity: '1', unit_price: '4900', vat_rate: 1900 },
        { product_id: 'chair', description: 'Chair', quantity: '2.500', unit_price: '12500', vat_rate: 700 },
      ],
    });
    for (const sum of ['net', 'tax', 'total', 'line_count']) expect(data).not.toHaveProperty(sum);
  });

  it('are checked as their own form does, with each message at its input', async () => {
    const { merchant } = await openNew();
    await press('Save');
    await waitFor(() => expect(lineInput(1, 'Description')).toBeInvalid());
    expect(merchant.callsOf('create', 'invoices')).toHaveLength(0);
    await press('Remove line 1');
    await press('Save');
    await screen.findByText('Add at least one line.');
    expect(screen.getByText('No lines yet')).toBeInTheDocument();
  });
});

describe('the lines of a stored record', () => {
  it('name the records that they refer to by one call for all inputs, and one for all texts', async () => {
    const { merchant } = await openEdit([
      storedLine('A', 'A', { product_id: 'chair' }),
      storedLine('B', 'B', { product_id: 'desk' }),
    ]);
    await waitFor(() => expect(line(1).getByRole('combobox', { name: 'Product' })).toHaveValue('Chair'));
    expect(line(2).getByRole('combobox', { name: 'Product' })).toHaveValue('Desk');
    const ids = ['chair', 'desk'];
    expect(merchant.callsOf('getMany', 'products').map((call) => call['ids'])).toEqual([ids, ids]);
  });

  it('are sent as changed, deleted or only named', async () => {
    const { merchant } = await openEdit(['A', 'B', 'C'].map((name) => storedLine(name, name)));
    expect(sums()).toContain('Total 35.70 EUR');
    await retype(lineInput(3, 'Quantity'), '3');
    await waitFor(() => expect(sums()).toContain('Total 59.50 EUR'));
    await press('Remove line 1');
    await waitFor(() => expect(sums()).toContain('Total 47.60 EUR'));
    expect(screen.getByRole('button', { name: 'Remove line 1' })).toHaveFocus();
    await press('Save');
    await waitFor(() => expect(merchant.callsOf('update', 'invoices')).toHaveLength(1));
    expect(merchant.callsOf('update', 'invoices')[0]?.['data']).toEqual({
      revision: 3,
      lines: [{ id: 'B' }, { id: 'C', revision: 1, quantity: '3.000' }, { id: 'A', revision: 1, _delete: true }],
    });
  });

  it('send nothing if they are the same', async () => {
    const { merchant } = await openEdit([storedLine('A', 'A'), storedLine('B', 'B')]);
    await press('Move line 1 down');
    await press('Move line 2 up');
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument());
    expect(merchant.callsOf('update', 'invoices')).toHaveLength(0);
  });

  it('show the server’s messages at their inputs, or else at their line', async () => {
    const { merchant } = await openEdit([storedLine('A', 'A'), storedLine('B', 'B')]);
    merchant.before = ({ method }) => {
      if (method === 'update')
        throw refusal({ 'lines.1.quantity': 'Too many.', 'lines.0.invoice_id': 'Not this one.', lines: 'Too long.' });
    };
    await retype(lineInput(2, 'Quantity'), '7');
    await press('Save');
    expect(await line(2).findByText('Too many.')).toBeInTheDocument();
    expect(line(1).getByText('Not this one.')).toBeInTheDocument();
    expect(screen.getByText('Too long.')).toBeInTheDocument();
    merchant.before = () => {};
    await press('Save');
    await waitFor(() => expect(merchant.callsOf('update', 'invoices')).toHaveLength(2));
  });

  it('keep what someone else has changed in other lines', async () => {
    const { merchant } = await openEdit(['A', 'B', 'C'].map((name) => storedLine(name, name)));
    const theirs = storedInvoice([
      storedLine('A', 'A', { revision: 2, quantity: '5.000' }),
      storedLine('B', 'B2', { revision: 2 }),
      storedLine('D', 'D'),
    ]);
    let isFirst = true;
    merchant.before = ({ method }) => {
      if (method !== 'update' || !isFirst) return;
      isFirst = false;
      throw conflict(theirs);
    };
    await retype(lineInput(1, 'Quantity'), '9');
    await retype(lineInput(3, 'Description'), 'C3');
    await press('Save');
    const table = await screen.findByRole('table', { name: 'Differences' });
    expect(table).toHaveTextContent('Line 1: Quantity9.0005.000');
    expect(table).toHaveTextContent('Line 2: DescriptionBB2');
    expect(table).toHaveTextContent('Line 3—C3Deleted');
    await press('Keep my changes and save');
    await waitFor(() => expect(merchant.callsOf('update', 'invoices')).toHaveLength(2));
    expect(merchant.callsOf('update', 'invoices')[1]?.['data']).toMatchObject({
      lines: [
        { id: 'A', revision: 2, quantity: '9.000' },
        { id: 'B' },
        { id: 'D' },
        { description: 'C3', quantity: '1.000', unit_price: '1000', vat_rate: 1900 },
      ],
    });
  });

  it('are read by users who may not change them', async () => {
    await openInvoice({
      address: '/i1',
      invoice: storedInvoice([storedLine('A', 'A')]),
      onLines: ['list', 'show'],
    });
    await screen.findByRole('group', { name: 'Line 1' });
    expect(line(1).getByText('A')).toBeInTheDocument();
    expect(line(1).queryAllByRole('textbox')).toEqual([]);
    expect(screen.queryByRole('button', { name: /line/i })).not.toBeInTheDocument();
  });

  it('are not there for users who may not see them', async () => {
    await openInvoice({ address: '/i1', invoice: storedInvoice([]), onLines: [] });
    await screen.findByRole('button', { name: 'Save' });
    expect(screen.queryByText('Lines')).not.toBeInTheDocument();
  });
});
