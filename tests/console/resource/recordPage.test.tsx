import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { TimelineEntry } from '@merchant-console/protocol';
import { LIST_PATH, renderDeclaredPage, shippedDeclarations } from '#tests/support/declaredPage.tsx';
import { channelRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf, supplierDeclaration, supplierRecord } from '#tests/support/supplierForm.ts';

const user = quickUser();
const ALL = ['list', 'show', 'edit', 'delete', 'reveal'].map((key) => `suppliers.${key}`);

interface OpenRecord {
  record?: ReturnType<typeof supplierRecord>;
  declaration?: object;
  permissions?: string[];
}

async function openRecord({ record = supplierRecord(), declaration = {}, permissions = ALL }: OpenRecord = {}) {
  const merchant = recordingProvider({ suppliers: [record], channels: [channelRecord()] });
  const declarations = declarationsOf([{ ...supplierDeclaration, ...declaration }], shippedDeclarations);
  const address = `${LIST_PATH}/supplier-1/show`;
  const page = await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'suppliers',
    address,
    permissions,
    declarations,
  });
  await screen.findByRole('heading', { name: 'Acme', level: 1 });
  return { ...page, ...merchant, merchant };
}

const valueOf = (field: string) => screen.getByText(field).nextElementSibling;

describe('the page of a record', () => {
  it("lacks fields whose condition isn't met or whose permission is missing", async () => {
    await openRecord();
    expect(screen.queryByText('Visit')).not.toBeInTheDocument();
    expect(screen.queryByText('Limit')).not.toBeInTheDocument();
    expect(valueOf('Total')).toHaveTextContent('1,235.56 CNY');
  });

  it('shows empty fields too if it can be edited', async () => {
    await openRecord({ record: supplierRecord({ notes: null }) });
    expect(valueOf('Notes')).toHaveTextContent('—');
  });

  it('formats JSON', async () => {
    await openRecord({ record: supplierRecord({ extra: { a: [1] } }) });
    expect(valueOf('Extra')?.textContent).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  it('leads to the form for users who may edit', async () => {
    await openRecord();
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `${LIST_PATH}/supplier-1`);
  });

  it('offers nothing that the user may not do', async () => {
    await openRecord({ permissions: ['suppliers.list', 'suppliers.show'] });
    expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show in full: Account' })).not.toBeInTheDocument();
  });
});

describe('a masked value', () => {
  it('is shown in full on request, and can be hidden again', async () => {
    const { merchant, callsOf } = await openRecord();
    merchant.secrets['account'] = '6222021234561234';
    await user.click(screen.getByRole('button', { name: 'Show in full: Account' }));
    expect(await screen.findByText('6222021234561234')).toBeInTheDocument();
    expect(callsOf('revealValue', 'suppliers')).toEqual([{ id: 'supplier-1', source: 'account' }]);
    await user.click(screen.getByRole('button', { name: 'Hide: Account' }));
    expect(valueOf('Account')).toHaveTextContent('6222••••1234');
  });

  it('is hidden automatically after half a minute', async () => {
    const { merchant } = await openRecord();
    merchant.secrets['account'] = '6222021234561234';
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      act(() => screen.getByRole('button', { name: 'Show in full: Account' }).click());
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(valueOf('Account')).toHaveTextContent('6222021234561234');
      await act(() => vi.advanceTimersByTimeAsync(30_000));
      expect(valueOf('Account')).toHaveTextContent('6222••••1234');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the history', () => {
  it('shows who did what and when, with values by their types', async () => {
    const merchant = recordingProvider({ suppliers: [supplierRecord()], channels: [channelRecord()] });
    merchant.timeline.push(
      {
        id: '2',
        action: 'suppliers.edit',
        actor: 'Li Lei',
        at: '2026-11-20T03:00:00.000Z',
        changes: [
          { source: 'fee', before: '100', after: '123456' },
          { source: 'channel_id', before: null, after: 'alipay' },
          { source: 'limit', before: 1, after: 5 },
        ],
      },
      { id: '1', action: 'suppliers.create', actor: null, at: '2026-11-19T03:00:00.000Z', changes: [] },
    );
    const declaration = { ...supplierDeclaration, show: { timeline: true } };
    const declarations = declarationsOf([declaration], shippedDeclarations);
    const address = `${LIST_PATH}/supplier-1/show`;
    await renderDeclaredPage({
      dataProvider: merchant.provider,
      name: 'suppliers',
      address,
      permissions: ALL,
      declarations,
    });
    const history = within(await screen.findByRole('region', { name: 'History' }));
    await waitFor(() => expect(history.getByText(/^Channel:/).parentElement).toHaveTextContent('Alipay QR'));
    expect(history.getByText('Li Lei · 2026-11-20 11:00:00')).toBeInTheDocument();
    expect(history.getByText(/^Fee:/).parentElement).toHaveTextContent('Fee: 1.00 CNY → 1,234.56 CNY');
    expect(history.getByText('Created')).toBeInTheDocument();
    expect(history.getByText('System · 2026-11-19 11:00:00')).toBeInTheDocument();
    expect(history.queryByText(/Limit/)).not.toBeInTheDocument();
  });
});

describe('related records', () => {
  const declaration = { show: { related: [{ reference: 'payments', target: 'supplier_id', label: 'Payments' }] } };
  const payments = {
    version: 1,
    name: 'payments',
    storage: 'table',
    fields: [
      { source: 'number', type: 'text', required: true, filter: 'eq', label: 'Number' },
      { source: 'supplier_id', type: 'reference', reference: 'suppliers', filter: 'eq', label: 'Supplier' },
      { source: 'amount', type: 'money', label: 'Amount' },
      { source: 'note', type: 'text', label: 'Note' },
    ],
    recordRepresentation: 'number',
  };
  const open = async (permissions: string[], shown: object = declaration, timeline: TimelineEntry[] = []) => {
    const paid = Array.from({ length: 7 }, (_, index) => ({
      id: `p${index}`,
      number: index === 0 ? 'Acme' : `P-${index}`,
      amount: '100',
      created_at: `2026-01-0${index + 1}T00:00:00Z`,
      supplier_id: index === 0 ? 'other' : 'supplier-1',
    }));
    const merchant = recordingProvider({ suppliers: [supplierRecord()], channels: [channelRecord()], payments: paid });
    merchant.timeline.push(...timeline);
    const declarations = declarationsOf([{ ...supplierDeclaration, ...shown }, payments], shippedDeclarations);
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
