import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listAddress, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const TOTAL = 45;

async function openList(query: Record<string, string> = {}) {
  const orders = Array.from({ length: TOTAL }, (_, index) => orderRecord(index + 1));
  const { provider, callsOf } = recordingProvider({ orders, channels: [channelRecord()] });
  const { place } = await renderDeclaredPage({ dataProvider: provider, address: listAddress(query) });
  const pagination = within(await screen.findByRole('navigation', { name: 'Pagination' }));
  const asked = () => callsOf('getList', 'orders').map((params) => params['pagination']);
  return { place, pagination, asked };
}

describe('the pagination of a declared list', () => {
  it('shows which rows of how many are visible', async () => {
    const { pagination } = await openList({ page: '5' });
    expect(await pagination.findByText('41–45 of 45')).toBeInTheDocument();
  });

  it('leads to the first, previous, next, last and any page', async () => {
    const { pagination, asked, place } = await openList();
    expect(pagination.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    for (const name of ['Last page', 'Previous page', 'Page 2', 'Next page', 'First page']) {
      await user.click(pagination.getByRole('button', { name }));
    }
    await pagination.findByText('1–10 of 45');
    await waitFor(() => expect(place.search).toBe(''));
    expect(new Set(asked().map((page) => JSON.stringify(page))).size).toBe(5);
  });

  it('offers 10, 20 and 30 rows', async () => {
    const { pagination } = await openList();
    await user.click(pagination.getByRole('combobox', { name: 'Rows per page' }));
    const options = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['10', '20', '30']);
  });

  it('shows the last page, with one request, if a new size makes the current page impossible', async () => {
    const { pagination, asked, place } = await openList({ page: '5' });
    await pagination.findByText('41–45 of 45');
    await user.click(pagination.getByRole('combobox', { name: 'Rows per page' }));
    await user.click(await screen.findByRole('option', { name: '30' }));
    expect(await pagination.findByText('31–45 of 45')).toBeInTheDocument();
    expect(asked()).toEqual([
      { page: 5, perPage: 10 },
      { page: 2, perPage: 30 },
    ]);
    expect(place.search).toBe('?page=2&perPage=30');
  });

  it('goes to the last page from an address past the end', async () => {
    const { pagination, asked, place } = await openList({ page: '99' });
    expect(await pagination.findByText('41–45 of 45')).toBeInTheDocument();
    expect(await screen.findByText('C000045')).toBeInTheDocument();
    expect(asked()).toEqual([
      { page: 99, perPage: 10 },
      { page: 5, perPage: 10 },
    ]);
    expect(place.search).toBe('?page=5');
  });
});
