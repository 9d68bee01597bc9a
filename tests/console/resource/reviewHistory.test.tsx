import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const WITHDRAWAL = {
  id: 'one',
  withdrawal_no: 'W1',
  amount: '100000',
  fee: '350',
  arrival_amount: '99650',
  currency: 'CNY',
  status: 'pending',
  created_at: '2026-11-20T03:00:00.000Z',
  updated_at: '2026-11-20T03:00:00.000Z',
  finished_at: null,
};

const PAID = { status: 'success', finished_at: '2026-11-21T03:00:00.000Z' };
const MARKED = {
  id: '1',
  action: 'withdrawal_reviews.succeed',
  actor: 'Li Lei',
  at: '2026-11-21T03:00:00.000Z',
  changes: [],
};

async function eventsOf(record: object, timeline: (typeof MARKED)[] = []): Promise<(string | null)[]> {
  const merchant = recordingProvider({ withdrawal_reviews: [{ ...WITHDRAWAL, ...record }], merchants: [] });
  merchant.timeline.push(...timeline);
  const name = 'withdrawal_reviews';
  await renderDeclaredPage({ dataProvider: merchant.provider, name, address: `${LIST_PATH}/one/show` });
  const history = within(await screen.findByRole('region', { name: 'History' }));
  return (await history.findAllByRole('listitem')).map((item) => item.textContent);
}

it('says when a record was created, although that is in the log of another tenant', async () => {
  expect(await eventsOf({})).toEqual(['Created2026-11-20 11:00:00']);
});

it('shows an event once if the log tells more about it than the record', async () => {
  expect(await eventsOf(PAID, [MARKED])).toEqual([
    'Paid outLi Lei · 2026-11-21 11:00:00',
    'Created2026-11-20 11:00:00',
  ]);
});

it('shows an event that the log of another tenant has, in one history', async () => {
  expect(await eventsOf(PAID)).toEqual(['Paid out2026-11-21 11:00:00', 'Created2026-11-20 11:00:00']);
});
