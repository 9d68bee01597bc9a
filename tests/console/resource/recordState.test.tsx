import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RaRecord } from 'react-admin';
import { LIST_PATH, renderDeclaredPage, shippedDeclarations } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';

const user = quickUser();

/** A sale whose page tells of its returns. */
const sales = {
  version: 1,
  name: 'sales',
  recordRepresentation: 'number',
  fields: [
    { source: 'number', type: 'text', label: 'Number' },
    {
      source: 'status',
      type: 'enum',
      label: 'Status',
      filter: 'in',
      choices: [
        { id: 'open', name: 'Open', color: 'warning' },
        { id: 'paid', name: 'Paid', color: 'success' },
      ],
      marks: [
        {
          label: 'Partly returned',
          color: 'warning',
          amount: 'returned',
          currency: 'currency',
          when: { all: [{ field: 'returned', gt: '0' }, { field: 'kept', gt: '0' }] }, // prettier-ignore
        },
        { label: 'Not told', color: 'error', when: { field: 'told', eq: false } },
      ],
    },
    { source: 'amount', type: 'money', label: 'Amount', currency: 'currency', filter: 'range' },
    { source: 'returned', type: 'money', label: 'Returned', currency: 'currency' },
    { source: 'kept', type: 'money', auxiliary: true, computed: { difference: ['amount', 'returned'] } },
    { source: 'currency', type: 'text', label: 'Currency' },
    { source: 'told', type: 'boolean', label: 'Told' },
    { source: 'note', type: 'text', label: 'Note', permission: 'notes' },
    { source: 'created_at', type: 'datetime', label: 'Created' },
  ],
  list: { columns: ['number', 'status', 'amount'], tabs: 'status' },
  show: {
    groups: [{ fields: ['number', 'amount'] }],
    alerts: [
      {
        severity: 'error',
        text: 'The shop wasn’t told of %{amount} and %{note}.',
        when: { field: 'told', eq: false },
        action: 'tell',
      },
      { severity: 'info', text: 'All is well.', when: { field: 'told', eq: true } },
    ],
    moments: [{ source: 'created_at', label: 'Sold' }],
    related: [
      {
        reference: 'returns',
        target: 'sale_id',
        moments: [
          { source: 'created_at', label: 'Return requested', by: 'creator_id' },
          { source: 'ended_at', label: 'Return paid', when: { field: 'status', eq: 'done' } },
          { source: 'ended_at', label: 'Return failed', when: { field: 'status', eq: 'failed' } },
        ],
      },
    ],
  },
  actions: [{ key: 'tell', label: 'Tell the shop' }, { key: 'close', label: 'Close' }], // prettier-ignore
};
const returns = {
  version: 1,
  name: 'returns',
  recordRepresentation: 'number',
  fields: [
    { source: 'number', type: 'text', label: 'Number' },
    { source: 'sale_id', type: 'reference', reference: 'sales', filter: 'eq', label: 'Sale' },
    { source: 'amount', type: 'money', filter: 'range', label: 'Amount' },
    { source: 'status', type: 'text', label: 'Status' },
    { source: 'creator_id', type: 'reference', reference: 'clerks', label: 'Clerk' },
    { source: 'created_at', type: 'datetime', label: 'Created' },
    { source: 'ended_at', type: 'datetime', label: 'Ended' },
  ],
  list: { columns: ['number', 'amount'], sort: { field: 'created_at', order: 'DESC' } },
};
const clerks = { version: 1, name: 'clerks', recordRepresentation: 'name', fields: [{ source: 'name', type: 'text', label: 'Name' }] }; // prettier-ignore

const sale = (more: Partial<RaRecord> = {}) => ({
  id: 's1',
  number: 'S-1',
  status: 'paid',
  amount: '5000',
  returned: '0',
  kept: '5000',
  currency: 'CNY',
  told: true,
  created_at: '2026-01-01T00:00:00Z',
  ...more,
});
const made = (number: string, status: string, day: number) => ({
  id: number,
  number,
  sale_id: 's1',
  status,
  amount: '700',
  creator_id: 'c1',
  created_at: `2026-01-0${day}T00:00:00Z`,
  ended_at: status === 'open' ? null : `2026-01-0${day}T01:00:00Z`,
});

interface Opened {
  record: ReturnType<typeof sale>;
  permissions?: string[];
  /** Those on the page of the returns. */
  others?: string[];
  address?: string;
}

async function open({
  record,
  permissions = ['sales.list', 'sales.show', 'sales.tell', 'sales.close'],
  others = ['returns.list', 'returns.show'],
  address = `${LIST_PATH}/s1/show`,
}: Opened) {
  const merchant = recordingProvider({
    sales: [record],
    returns: [made('R-1', 'failed', 2), made('R-2', 'done', 3), made('R-3', 'open', 4)],
    clerks: [{ id: 'c1', name: 'Li Lei' }],
  }); // prettier-ignore
  await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'sales',
    permissions,
    declarations: declarationsOf([sales, returns, clerks], shippedDeclarations),
    address,
    findPlace: (name) => {
      if (name === 'returns') return { basePath: '/returns', permissions: others };
      return name === 'clerks' ? { basePath: '/clerks', permissions: ['clerks.list', 'clerks.show'] } : null;
    },
  });
  await screen.findAllByText('S-1');
  return merchant;
}

describe('the marks beside a status', () => {
  const returned = sale({ returned: '700', kept: '4300', told: false });

  it('say what the status leaves out, on the record and in its list', async () => {
    await open({ record: returned });
    const heading = await screen.findByRole('heading', { name: 'S-1', level: 1 });
    expect(heading.parentElement).toHaveTextContent('S-1PaidPartly returned 7.00Not told');
  });

  it('are in the list, too', async () => {
    await open({ record: returned, address: LIST_PATH });
    expect((await screen.findByText('Partly returned 7.00')).closest('td')).toHaveTextContent('PaidPartly returned 7.00Not told'); // prettier-ignore
  });

  it('are left out of records to which they don’t apply', async () => {
    await open({ record: sale({ returned: '5000', kept: '0' }) });
    expect(screen.queryByText(/Partly returned/)).not.toBeInTheDocument();
    expect(screen.queryByText('Not told')).not.toBeInTheDocument();
  });
});

describe('the messages of a record', () => {
  const messageOf = async (text: RegExp) => {
    const message = (await screen.findByText(text)).closest<HTMLElement>('[role=status]');
    if (!message) throw new Error('not a message');
    return message;
  };

  it('fill in its fields, and offer their action there only', async () => {
    const merchant = await open({ record: sale({ told: false }) });
    const message = await messageOf(/^The shop/);
    expect(message).toHaveTextContent('The shop wasn’t told of 50.00 CNY and —.');
    expect(screen.queryByText('All is well.')).not.toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Tell the shop' })).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Close' })).toBeInTheDocument();
    await user.click(within(message).getByRole('button', { name: 'Tell the shop' }));
    await waitFor(() =>
      expect(merchant.callsOf('runAction', 'sales')).toMatchObject([{ id: 's1', action: { key: 'tell' } }]),
    );
  });

  it('offer nothing to users who may not do it', async () => {
    await open({ record: sale({ told: false }), permissions: ['sales.list', 'sales.show'] });
    expect(within(await messageOf(/^The shop/)).queryByRole('button')).not.toBeInTheDocument();
  });

  it('leave the action where it is if their condition isn’t met', async () => {
    await open({ record: sale() });
    await messageOf(/^All is well\.$/);
    expect(screen.getByRole('button', { name: 'Tell the shop' })).toBeInTheDocument();
  });
});

describe('the history of a record', () => {
  const lines = async () =>
    within(await screen.findByRole('region', { name: 'History' })).getAllByRole('listitem').map(({ textContent }) => textContent); // prettier-ignore

  it('has the events of its related records, newest first, with number, amount and who', async () => {
    await open({ record: sale() });
    await screen.findByText('Return paid');
    expect(await screen.findAllByText(/^Li Lei · /)).toHaveLength(3);
    expect(await lines()).toEqual([
      'Return requestedR-3 · 7.00 CNY · Li Lei · 2026-01-04 08:00:00',
      'Return paidR-2 · 7.00 CNY · 2026-01-03 09:00:00',
      'Return requestedR-2 · 7.00 CNY · Li Lei · 2026-01-03 08:00:00',
      'Return failedR-1 · 7.00 CNY · 2026-01-02 09:00:00',
      'Return requestedR-1 · 7.00 CNY · Li Lei · 2026-01-02 08:00:00',
      'Sold2026-01-01 08:00:00',
    ]);
    const history = within(screen.getByRole('region', { name: 'History' }));
    expect(history.getAllByRole('link', { name: 'R-2' })[0]).toHaveAttribute('href', '/returns/R-2/show');
  });

  it('lacks those that the user may not list', async () => {
    const { callsOf } = await open({ record: sale(), others: ['returns.show'] });
    expect(await lines()).toEqual(['Sold2026-01-01 08:00:00']);
    expect(callsOf('getList', 'returns')).toEqual([]);
  });
});
