import { screen, waitFor, within } from '@testing-library/react';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, listAddress, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { channelRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';

const user = quickUser();

/** Channels as cards, as many as asked for, two to the tens. */
async function openTiles({ count = 12, address = LIST_PATH } = {}) {
  const channels = Array.from({ length: count }, (_, index) =>
    channelRecord({ id: `c${index}`, name: `Channel ${String(index).padStart(2, '0')}`, status: 'enabled' }),
  );
  const recording = recordingProvider({ channels });
  const shipped: unknown = JSON.parse(await readFile('resources/channels.json', 'utf8'));
  const declaration = { ...Object(shipped), name: 'channels', components: { list: 'tiles' } };
  const page = await renderDeclaredPage({
    ...{ dataProvider: recording.provider, name: 'channels', address },
    declarations: declarationsOf([declaration]),
  });
  await screen.findByText('Channel 00');
  return { ...page, ...recording };
}

const cards = () => within(screen.getByRole('list', { name: 'Collection orders' })).getAllByRole('listitem');

describe('a list of tiles', () => {
  it('shows each record as a card: its name, its state, and every other column by name', async () => {
    await openTiles();
    expect(cards()).toHaveLength(10);
    const card = within(cards()[0] ?? document.body);
    expect(card.getByRole('heading', { name: 'Channel 00' })).toBeInTheDocument();
    expect(card.getByRole('link', { name: 'Channel 00' })).toHaveAttribute('href', `${LIST_PATH}/c0/show`);
    expect(card.getByText('Enabled')).toBeInTheDocument();
    expect(card.getByText('Rate').nextElementSibling).toHaveTextContent('0.25%');
    expect(card.getByText('Maximum amount').nextElementSibling).toHaveTextContent('1,000,000.00 CNY');
  });

  it('turns pages and is searched as any list', async () => {
    const { callsOf, place } = await openTiles();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Channel 10')).toBeInTheDocument();
    expect(cards()).toHaveLength(2);
    await user.type(screen.getByRole('searchbox'), 'Ali');
    await waitFor(() => expect(callsOf('getList', 'channels').at(-1)).toMatchObject({ filter: { q: 'Ali' } }));
    expect(place.search).toContain('q');
  });

  it('opens with what the address says', async () => {
    const { callsOf } = await openTiles({ address: listAddress({ perPage: '20' }) });
    expect(cards()).toHaveLength(12);
    expect(callsOf('getList', 'channels')).toMatchObject([{ pagination: { page: 1, perPage: 20 } }]);
  });
});
