import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Summary } from '@merchant-console/protocol';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const NOTHING: Summary = { count: 0, sums: {} };

/** The list's table, with its rows. */
async function render(orders: object[], summary: Summary = NOTHING): Promise<HTMLElement> {
  const records = orders.map((order, index) => ({ ...orderRecord(index + 1), ...order }));
  const { provider } = recordingProvider({ orders: records, channels: [channelRecord()] }, summary);
  await renderDeclaredPage({ dataProvider: provider });
  if (records.length > 0) await screen.findByText('C000001');
  return screen.findByRole('table', { name: 'Collection orders' });
}

const heads = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

/** The cells of a column, from the first row down. */
function cellsUnder(table: HTMLElement, head: RegExp): HTMLElement[] {
  const column = heads(table).findIndex((text) => head.test(text ?? ''));
  const [, ...rows] = within(table).getAllByRole('row');
  return rows.flatMap((row) => within(row).getAllByRole('cell')[column] ?? []);
}

/** Name and figures of each entry of the summary. */
async function summaryShown(): Promise<[string, string[]][]> {
  const count = await screen.findByText('Count');
  await waitFor(() => expect(count.closest('dl')).toHaveAttribute('aria-busy', 'false'));
  return [...(count.closest('dl')?.children ?? [])].map((term) => [
    term.querySelector('dt')?.textContent ?? '',
    [...term.querySelectorAll('dd')].map((dd) => [...dd.childNodes].map((node) => node.textContent).join(' | ')),
  ]);
}

describe('the totals above a list', () => {
  it('are separate for each currency, with its decimals, and say what is expected and of which records', async () => {
    const expected = [
      { currency: 'EUR', sum: '98700', expected: '1250' },
      { currency: 'JPY', sum: '5000', expected: '0' },
    ];
    await render([], {
      count: 5,
      sums: {
        amount: [
          { currency: 'EUR', sum: '101250', by_tab: { success: '100000', pending: '1250' } },
          { currency: 'JPY', sum: '5000', by_tab: { success: '5000' } },
        ],
        fee: expected,
        arrival_amount: expected,
      },
    });
    const moved = ['987.00 EUR | 12.50 EUR expected', '5,000 JPY | '];
    expect(await summaryShown()).toEqual([
      ['Count', ['5']],
      ['Order amount', ['1,012.50 EUR | Pending, Success', '5,000 JPY | Success']],
      ['Fee', moved],
      ['Net amount', moved],
    ]);
    expect(screen.getByText('Pending, Success')).toHaveAttribute('title', 'Pending: 12.50 EUR\nSuccess: 1,000.00 EUR');
  });

  it("name the statuses that they are from, and none that isn't included", async () => {
    const by_tab = { success: '100000', pending: '0', failed: '0' };
    await render([], {
      count: 5,
      sums: { amount: [{ currency: 'CNY', sum: '100000', by_tab }], fee: [], arrival_amount: [] },
    });
    expect(await summaryShown()).toContainEqual(['Order amount', ['1,000.00 CNY | Success']]);
  });

  it('name no statuses if records without one contribute', async () => {
    const by_tab = { success: '100000' };
    await render([], {
      count: 5,
      sums: { amount: [{ currency: 'CNY', sum: '90000', by_tab }], fee: [], arrival_amount: [] },
    });
    expect(await summaryShown()).toContainEqual(['Order amount', ['900.00 CNY | ']]);
  });

  it('are zero if no record is found', async () => {
    await render([], { count: 0, sums: { amount: [], fee: [], arrival_amount: [] } });
    expect(await summaryShown()).toContainEqual(['Fee', ['0.00 CNY | ']]);
  });

  it('treat records without a currency as being in the tenant’s own', async () => {
    const fee = [
      { currency: null, sum: '5' },
      { currency: 'CNY', sum: '7' },
    ];
    await render([], { count: 2, sums: { amount: [], fee, arrival_amount: [] } });
    expect(await summaryShown()).toContainEqual(['Fee', ['0.12 CNY | ']]);
  });
});

describe('the currency of a column', () => {
  it('is in its header if all visible rows have the same, even if it isn’t the tenant’s', async () => {
    const table = await render([{ currency: 'JPY' }, { currency: 'JPY' }]);
    await waitFor(() => expect(heads(table)).toContain('Order amount JPY'));
    expect(cellsUnder(table, /^Order amount/)[0]).toHaveTextContent(/^100,001$/);
  });

  it('is in each cell if the rows have different ones', async () => {
    const table = await render([{ currency: 'JPY' }, { currency: 'CNY' }]);
    await waitFor(() => expect(heads(table)).toContain('Order amount'));
    const amounts = cellsUnder(table, /^Order amount/).map(({ textContent }) => textContent);
    expect(amounts.map((text) => text?.split(' ')[1] ?? '').toSorted()).toEqual(['CNY', 'JPY']);
  });
});

describe('an amount that has not moved', () => {
  it('is marked as expected while the order is pending, and is empty once the order has failed', async () => {
    const table = await render(
      ['success', 'pending', 'failed'].map((status) => ({ status, fee: '250', created_at: '2026-11-20T03:59:00Z' })),
    );
    const states = cellsUnder(table, /^Status/).map(({ textContent }) => textContent);
    const fees = cellsUnder(table, /^Fee/);
    const feeOf = (state: string) => fees[states.indexOf(state)] ?? table;
    expect(feeOf('Success')).toHaveTextContent(/^2\.50$/);
    expect(feeOf('Pending')).toHaveTextContent(/^2\.50 expected$/);
    expect(within(feeOf('Pending')).getByTitle('expected')).toHaveAttribute('data-standing', 'expected');
    expect(within(feeOf('Failed')).getByRole('img', { name: 'No value' })).toBeInTheDocument();
  });
});
