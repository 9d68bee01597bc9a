import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listAddress, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();

/** Opens a list and records every text of its status region. */
async function openList() {
  const orders = Array.from({ length: 1205 }, (_, index) => orderRecord(index + 1));
  const { provider } = recordingProvider({ orders, channels: [channelRecord()] });
  const { visit } = await renderDeclaredPage({ dataProvider: provider });
  await screen.findByText('C000001');
  const status = screen.getAllByRole('status').find((one) => one.textContent === '') ?? document.body;
  const said: string[] = [];
  new MutationObserver(() => {
    if (status.textContent !== '') said.push(status.textContent);
  }).observe(status, { childList: true, characterData: true, subtree: true });
  return { said, visit, status };
}

describe('the announcements of a list', () => {
  it('are empty at first, then tell which rows of how many a page shows', async () => {
    const { said, status } = await openList();
    expect(status.closest('[aria-busy]')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(said).toEqual(['Showing 11 to 20 of 1,205']));
  });

  it('are made once for several changes in a row, and again with the same text', async () => {
    const { said, visit } = await openList();
    visit(listAddress({ page: '2' }));
    visit(listAddress({ page: '3' }));
    await waitFor(() => expect(said).toEqual(['Showing 21 to 30 of 1,205']));
    visit(listAddress({ page: '3', filter: '{"q":"C0"}' }));
    await waitFor(() => expect(said).toEqual(Array(2).fill('Showing 21 to 30 of 1,205')));
  });

  it('report that a search has found nothing', async () => {
    const { said } = await openList();
    await user.type(screen.getByRole('searchbox'), 'nothing has this number{Enter}');
    await waitFor(() => expect(said).toEqual(['No results']));
  });
});
