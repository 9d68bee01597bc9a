import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { TimelineEntry } from '@merchant-console/protocol';
import { LIST_PATH, renderDeclaredPage, shippedDeclarations } from '#tests/support/declaredPage.tsx';
import { channelRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf, supplierDeclaration, supplierRecord } from '#tests/support/supplierForm.ts';

const user = quickUser();
const ALL = ['list', 'show', 'edit', 'delete', 'reveal'].map((key) => `suppliers.${key}`);

describe('related records', () => {
  const declaration = { show: { related: [{ reference: 'payments', target: 'supplier_id', label: 'Payments' }] } };
  const payments = {
    version: 1,
    name: 'payments',
    storage: 'table',
    fields: [
      { source: 'number', type: 'text', required: true, filter: 'eq', sortable: true, label: 'Number' },
      { source: 'supplier_id', type: 'reference', reference: 'suppliers', filter: 'eq', label: 'Supplier' },
      { source: 'secret_no', type: 'text', filter: 'eq', permission: 'see_secrets' },
      { source: 'amount', type: 'money', label: 'Amount' },
      { source: 'note', type: 'text', label: 'Note' },
    ],
    recordRepresentation: 'number',
    list: { columns: ['number', 'amount', 'note'], summary: ['amount'] },
  };
  const open = async (
    permissions: string[],
    shown: object = declaration,
    timeline: TimelineEntry[] = [],
    writeSupplier?: string,
  ) => {
    const paid = Array.from({ length: 7 }, (_, index) => ({
      id: `p${index}`,
      number: index === 0 ? 'Acme' : `P-${index}`,
      amount: '100',
      created_at: `2026-01-0${index + 1}T00:00:00Z`,
      supplier_id: index === 0 ? 'other' : 'supplier-1',
    }));
    const merchant = recordingProvider(
      { suppliers: [supplierRecord()], channels: [channelRecord()], payments: paid },
      { count: 1, sums: { amount: [{ currency: null, sum: '1234' }] } },
    );
    merchant.timeline.push(...timeline);
    const written = {
      ...payments,
      fields: payments.fields.map((field) =>
        field.source === 'supplier_id' && writeSupplier ? { ...field, permission: { write: writeSupplier } } : field,
      ),
    };
    const declarations = declarationsOf([{ ...supplierDeclaration, ...shown }, written], shippedDeclarations);
    await renderDeclaredPage({
      dataProvider: merchant.provider,
      name: 'suppliers',
      permissions: ALL,
      declarations,
      address: `${LIST_PATH}/supplier-1/show`,
      findPlace: (name) => (name === 'payments' ? { basePath: '/payments', permissions } : null),
    });
    await screen.findByRole('heading', { name: 'Acme', level: 1 });
    return merchant;
  };

  it('are the newest five that reference the record, with links to each and to all of them', async () => {
    await open(['payments.list', 'payments.show']);
    const card = within(await screen.findByRole('region', { name: 'Payments' }));
    const numbers = (await card.findAllByRole('link', { name: /^P-/ })).map((link) => link.textContent);
    expect(numbers).toEqual(['P-6', 'P-5', 'P-4', 'P-3', 'P-2']);
    expect(card.getByRole('link', { name: 'P-6' })).toHaveAttribute('href', '/payments/p6/show');
    const query = new URLSearchParams({ filter: '{"supplier_id":"supplier-1"}' });
    expect(card.getByRole('link', { name: 'Show all (6)' })).toHaveAttribute('href', `/payments?${query}`);
    expect(card.queryByText('Supplier')).not.toBeInTheDocument();
  });

  it('have the columns in the declared order, and are named if the first one is empty', async () => {
    const related = [{ ...declaration.show.related[0], columns: ['note', 'amount', 'number'] }];
    await open(['payments.list', 'payments.show'], { show: { related } });
    const card = within(await screen.findByRole('region', { name: 'Payments' }));
    expect(await card.findByRole('link', { name: 'P-6' })).toHaveAttribute('href', '/payments/p6/show');
    expect(card.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Note',
      'Amount',
      'Number',
    ]);
  });

  it('are called like their resource if neither it nor the card declares a label', async () => {
    await open(['payments.list'], { show: { related: [{ reference: 'payments', target: 'supplier_id' }] } });
    expect(await screen.findByRole('region', { name: 'Payments' })).toBeInTheDocument();
  });

  it('are those of a filter in an order of their own, with the sums and the rest of the same filter', async () => {
    const shown = {
      ...declaration.show.related[0],
      filter: { field: 'number', eq: 'P-3' },
      sort: { field: 'number', order: 'ASC' },
      summary: ['amount'],
    };
    const merchant = await open(['payments.list'], { show: { related: [shown] } });
    const card = within(await screen.findByRole('region', { name: 'Payments' }));
    const filter = { supplier_id: 'supplier-1', number: 'P-3' };
    const query = new URLSearchParams({ filter: JSON.stringify(filter) });
    expect(await card.findByRole('link', { name: 'Show all (1)' })).toHaveAttribute('href', `/payments?${query}`);
    expect(merchant.callsOf('getManyReference', 'payments')).toMatchObject([
      { filter: { number: 'P-3' }, sort: { field: 'number', order: 'ASC' } },
    ]);
    expect(merchant.callsOf('getSummary', 'payments')).toMatchObject([{ filter }]);
    expect(card.getByText('Amount', { selector: 'dt' }).nextSibling).toHaveTextContent('12.34');
  });

  it('are not shown to users who may not see a field of the filter', async () => {
    const shown = { ...declaration.show.related[0], filter: { field: 'secret_no', eq: 'x' } };
    await open(['payments.list'], { show: { related: [shown] } });
    expect(screen.queryByRole('region', { name: 'Payments' })).not.toBeInTheDocument();
  });

  it.each([
    ['who may not create them', ['payments.list']],
    ['who may not write their reference', ['payments.list', 'payments.create'], 'payments.link'],
  ])('can not be created by users %s', async (_, permissions, write?: string) => {
    const related = [{ ...declaration.show.related[0], new: true }];
    await open(permissions, { show: { related } }, [], write);
    const card = within(await screen.findByRole('region', { name: 'Payments' }));
    await card.findByRole('link', { name: /^Show all/ });
    expect(card.queryByRole('button', { name: /new/i })).not.toBeInTheDocument();
  });

  it('are created with the reference to the record filled in', async () => {
    const related = [{ ...declaration.show.related[0], new: true }];
    const merchant = await open(['payments.list', 'payments.create'], { show: { related } });
    const card = within(await screen.findByRole('region', { name: 'Payments' }));
    await user.click(await card.findByRole('button', { name: 'Payments: new' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payments: new' }));
    expect(dialog.queryByRole('combobox', { name: 'Supplier' })).not.toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: 'Number' }), 'P-9');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(merchant.callsOf('create', 'payments')).toMatchObject([
      { data: { supplier_id: 'supplier-1', number: 'P-9' } },
    ]);
    expect(await card.findByRole('link', { name: 'Show all (7)' })).toBeInTheDocument();
  });

  it('are found by another value of the record than its ID', async () => {
    const related = [{ reference: 'payments', target: 'number', source: 'name', label: 'Payments' }];
    await open(['payments.list'], { show: { related } });
    const query = new URLSearchParams({ filter: '{"number":"Acme"}' });
    expect(await screen.findByRole('link', { name: 'Show all (1)' })).toHaveAttribute('href', `/payments?${query}`);
  });

  const parts = {
    show: { timeline: true, related: [{ ...declaration.show.related[0], timeline: ['number', 'amount'] }] },
  };
  const told = (values: [string, unknown, unknown][]): TimelineEntry[] => [
    {
      id: '1',
      action: 'suppliers.repair',
      actor: 'Li Lei',
      at: '2026-11-20T03:00:00.000Z',
      changes: values.map(([source, before, after]) => ({ source, before, after })),
    },
  ];
  const historyOf = async () => {
    const history = within(await screen.findByRole('region', { name: 'History' }));
    const event = (await history.findByText('Row corrected')).closest('li');
    if (!event) throw new Error('no event');
    return within(event)
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent);
  };

  it.each([
    [
      'changed: with identifying values',
      [['number', 7, 7], ['amount', '1e3', '12.50'], ['name', 'A', 'B']], // prettier-ignore
      ['Number: 7', 'Amount: 1e3 → 12.50', 'Name: A → B'],
    ],
    ['removed: with their last values', [['number', 7, null], ['amount', '', null]], ['Number: 7']], // prettier-ignore
    ['nothing of them', [['name', 'A', 'B']], ['Name: A → B']],
  ] satisfies [string, [string, unknown, unknown][], string[]][])(
    'appear in the history, %s',
    async (_, values, lines) => {
      await open(['payments.list'], parts, told(values));
      expect(await historyOf()).toEqual(lines);
    },
  );

  it("don't appear in the history of users who may not list them", async () => {
    await open(['payments.show'], parts, told([['number', 7, 7], ['amount', '1e3', '12.50']])); // prettier-ignore
    expect(await historyOf()).toEqual([]);
  });

  it('are hidden from users who may not list them', async () => {
    const { callsOf } = await open(['payments.show']);
    expect(screen.queryByRole('region', { name: 'Payments' })).not.toBeInTheDocument();
    expect(callsOf('getList', 'payments')).toEqual([]);
  });
});
