import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WaitingCard } from '#console/features/dashboard/WaitingCard.tsx';
import { ResourcePlacesProvider } from '#console/resource/resourcePlaces.ts';
import { renderInConsole } from '../../shell/renderInConsole.tsx';

function show(waiting: Parameters<typeof WaitingCard>[0]['waiting']) {
  renderInConsole(
    <ResourcePlacesProvider value={(resource) => ({ basePath: `/${resource}`, permissions: [] })}>
      <WaitingCard waiting={waiting} />
    </ResourcePlacesProvider>,
  );
  const lists = screen.queryAllByRole('list');
  return lists.map((list) =>
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  );
}

it('lists what the user can decide apart from what waits for colleagues', () => {
  const lists = show([
    { kind: 'payment_requests', count: 3, own_count: 2 },
    { kind: 'refunds', count: 0, own_count: 1 },
    { kind: 'batch_transfers', count: 4, own_count: 0 },
  ]);
  expect(lists).toEqual([
    ['3Payment requests to approve', '4Batches to submit'],
    ['2Payment requests to approve', '1Refunds to approve'],
  ]);
  expect(screen.getByRole('heading', { name: 'Waiting for colleagues' })).toBeInTheDocument();
});

it('says that nothing waits for the user while colleagues have something to decide', () => {
  expect(show([{ kind: 'refunds', count: 0, own_count: 1 }])).toEqual([['1Refunds to approve']]);
  expect(screen.getByText('You’re all caught up')).toBeInTheDocument();
});

it('has no list for colleagues if nothing waits for them', () => {
  expect(show([{ kind: 'refunds', count: 1, own_count: 0 }])).toEqual([['1Refunds to approve']]);
  expect(screen.queryByText('Waiting for colleagues')).toBeNull();
});
