import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
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
