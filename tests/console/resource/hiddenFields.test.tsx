import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, listAddress, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { deals } from '#tests/support/hiddenFields.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

/** Part of every hidden value. This server sends them, so only the console hides them here. */
const SECRET = '4242';
const record = {
  id: 'd1',
  revision: 1,
  title: 'Acme',
  city: 'Lima',
  price: '100',
  made_on: '2026-03-01',
  margin_note: SECRET,
  margin: SECRET,
  margin_currency: 'JPY',
  in_margin_currency: SECRET,
  net_of_margin: SECRET,
  margin_reason: SECRET,
  margin_band: 'high',
  margin_at: '2026-03-01T00:00:00Z',
  created_at: '2026-03-01T00:00:00Z',
};
const OPERATIONS = ['list', 'show', 'create', 'edit', 'delete', 'export', 'settle'];

async function open(address: string, more: readonly string[] = []) {
  const provider = recordingProvider({ deals: [record] });
  provider.timeline = [
    {
      id: 't1',
      action: 'deals.edit',
      actor: 'x',
      at: '2026-03-02T00:00:00Z',
      changes: [{ source: 'margin', before: '1', after: SECRET }],
    },
  ];
  await renderDeclaredPage({
    dataProvider: provider.provider,
    name: 'deals',
    address,
    permissions: [...OPERATIONS, ...more].map((key) => `deals.${key}`),
    declarations: async () => ({ text: JSON.stringify(deals), isGood: true }),
  });
  return provider;
}

/** The hidden fields' labels and values that are in the page. */
const hiddenShown = () => [
  ...(document.body.innerHTML.includes(SECRET) ? [SECRET] : []),
  ...(document.body.textContent.match(/margin/gi) ?? []),
];

describe('a console page for a user who lacks the permission of some fields', () => {
  it('lists the records in an order that the user may see, without the hidden columns, tabs, filters and sums', async () => {
    const { callsOf } = await open(LIST_PATH);
    await screen.findByText('Acme');
    expect(hiddenShown()).toEqual([]);
    expect(callsOf('getList', 'deals')).toEqual([
      expect.objectContaining({ sort: { field: 'title', order: 'ASC' }, filter: {} }),
    ]);
  });

  it("doesn't filter or sort by a hidden field that an address or a saved view names", async () => {
    const query = { sort: 'margin', order: 'ASC', filter: '{"margin_gte":"1","city":"Lima"}', columns: 'margin,title' };
    const { callsOf } = await open(listAddress(query));
    await screen.findByText('Acme');
    expect(hiddenShown()).toEqual([]);
    expect(callsOf('getList', 'deals')).toEqual([
      expect.objectContaining({ sort: { field: 'title', order: 'ASC' }, filter: { city: 'Lima' } }),
    ]);
  });

  it.each([
    ['the record page', `${LIST_PATH}/d1/show`],
    ['the form of a record', `${LIST_PATH}/d1`],
    ['the form of a new record', `${LIST_PATH}/create`],
  ])('shows none of them on %s', async (_, address) => {
    await open(address);
    await screen.findAllByText(/^Price/);
    expect(hiddenShown()).toEqual([]);
  });

  it('shows all of them to a user who holds the permission', async () => {
    const { callsOf } = await open(LIST_PATH, ['see_margins']);
    await screen.findByText('Acme');
    await waitFor(() => expect(document.body.innerHTML).toContain('42.42'));
    expect(callsOf('getList', 'deals')[0]).toMatchObject({ sort: { field: 'margin', order: 'DESC' } });
  });
});
