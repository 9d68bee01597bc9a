import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { narrowed } from '../../../packages/ra-declared/src/dashboard/ChartCard.tsx';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';

const user = quickUser();

const deals = {
  version: 1,
  name: 'deals',
  storage: 'table',
  label: 'Deals',
  fields: [
    { source: 'title', type: 'text', required: true, sortable: true, label: 'Title' },
    {
      source: 'stage',
      type: 'enum',
      filter: 'in',
      choices: [{ id: 'open', name: 'Open' }, { id: 'won' }],
      label: 'Stage',
    },
    { source: 'owner_id', type: 'text', filter: 'eq', label: 'Owner', permission: 'see_owner' },
    { source: 'amount', type: 'money', label: 'Amount', permission: 'see_amount' },
  ],
  list: { summary: ['amount'] },
};
const tasks = { ...deals, name: 'tasks', label: 'Tasks' };
const overview = {
  version: 1,
  name: 'overview',
  kind: 'dashboard',
  cards: [
    { type: 'figure', reference: 'deals', label: 'All deals' },
    { type: 'figure', reference: 'deals', label: 'Sum of deals', sum: 'amount' },
    { type: 'figure', reference: 'deals', label: 'My deals', filter: { field: 'owner_id', eq: '$user' } },
    { type: 'chart', reference: 'deals', by: 'stage' },
    { type: 'chart', reference: 'deals', by: 'stage', sum: 'amount', label: 'Amounts' },
    {
      type: 'list',
      reference: 'tasks',
      columns: ['title', 'amount'],
      sort: { field: 'title', order: 'ASC' },
      perPage: 2,
    },
  ],
};
const SUMMARY = {
  count: 3,
  sums: { amount: [{ currency: null, sum: '1234' }] },
  groups: [{ value: 'open', count: 3, sums: {} }],
  others: null,
};
const records = ['Call', 'Ask', 'Bill'].map((title) => ({ id: title, title, amount: '5', stage: 'open' }));

async function open(permissions: readonly string[]) {
  const merchant = recordingProvider({ deals: records, tasks: records }, SUMMARY);
  const of = (name: string) => permissions.filter((key) => key.startsWith(`${name}.`));
  const findPlace = (name: string) => (of(name).length > 0 ? { basePath: `/${name}`, permissions: of(name) } : null);
  const shown = await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'overview',
    permissions: ['overview.list'],
    declarations: declarationsOf([overview, deals, tasks]),
    findPlace,
  });
  return { merchant, ...shown };
}
const cards = async () => {
  await screen.findAllByRole('heading', { level: 2 });
  return screen.queryAllByRole('region').map((region) => region.querySelector('h2')?.textContent);
};
const filterOf = (link: HTMLElement) => new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('filter');

describe('a dashboard', () => {
  it('shows the cards whose records, condition and fields the user may see', async () => {
    await open(['deals.list', 'tasks.list']);
    expect(await cards()).toEqual(['All deals', 'Deals: Stage', 'Tasks']);
  });

  it('shows all cards to users who may see all fields', async () => {
    await open(['deals.list', 'deals.see_owner', 'deals.see_amount']);
    expect(await cards()).toEqual(['All deals', 'Sum of deals', 'My deals', 'Deals: Stage', 'Amounts']);
  });

  it('asks for nothing of a resource that the user may open but not list', async () => {
    const { merchant } = await open(['deals.show', 'tasks.list']);
    expect(await cards()).toEqual(['Tasks']);
    expect(merchant.calls.filter(({ resource }) => resource === 'deals')).toEqual([]);
  });

  it('says so if the user may see no card', async () => {
    await open([]);
    expect((await screen.findByText('There is nothing here for you to see')).tagName).toBe('P');
  });

  it('links figures and bars to the list of their records', async () => {
    await open(['deals.list', 'deals.see_owner', 'deals.see_amount']);
    expect(filterOf(await screen.findByRole('link', { name: 'My deals: 3' }))).toBe('{"owner_id":"user-1"}');
    await screen.findByRole('link', { name: 'Sum of deals: 12.34 CNY' });
    const chart = within(await screen.findByRole('region', { name: 'Deals: Stage' }));
    expect(filterOf(await chart.findByTitle('Open: 3'))).toBe('{"stage":["open"]}');
  });

  it('lists the first records in the order of the card, with the columns that the user may see', async () => {
    const { merchant } = await open(['tasks.list', 'tasks.show']);
    const card = within(await screen.findByRole('region', { name: 'Tasks' }));
    const names = (await card.findAllByRole('link', { name: /^[A-Z]\w+$/ })).map((link) => link.textContent);
    expect(names).toEqual(['Ask', 'Bill']);
    expect(card.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Title']);
    expect(card.getByRole('link', { name: 'Show all (3)' }).getAttribute('href')).toContain('sort=title&order=ASC');
    expect(merchant.callsOf('getList', 'tasks')).toHaveLength(1);
  });

  it('keeps its other cards if one fails, which can be tried again', async () => {
    const merchant = recordingProvider({ deals: records, tasks: records }, SUMMARY);
    const two = { ...overview, cards: [overview.cards[0], overview.cards[5]] };
    let isDown = true;
    merchant.before = ({ method }) => {
      if (method === 'getSummary' && isDown) throw new Error('down');
    };
    await renderDeclaredPage({
      dataProvider: merchant.provider,
      name: 'overview',
      permissions: ['overview.list'],
      declarations: declarationsOf([two, deals, tasks]),
      findPlace: (name) => ({ basePath: `/${name}`, permissions: [`${name}.list`] }),
    });
    const failed = within(await screen.findByRole('region', { name: 'All deals' }));
    expect((await failed.findByRole('alert')).textContent).toContain('Try again');
    await within(screen.getByRole('region', { name: 'Tasks' })).findByText('Ask');
    isDown = false;
    await user.click(failed.getByRole('button', { name: 'Try again' }));
    await failed.findByRole('link', { name: 'All deals: 3' });
  });

  it('keeps its other cards if one can’t be rendered', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    // Another back end may answer with anything.
    const merchant = recordingProvider({ deals: records, tasks: records }, JSON.parse('{"count":3,"sums":null}'));
    const two = { ...overview, cards: overview.cards.slice(0, 2) };
    await renderDeclaredPage({
      dataProvider: merchant.provider,
      name: 'overview',
      permissions: ['overview.list'],
      declarations: declarationsOf([two, deals]),
      findPlace: (name) => ({ basePath: `/${name}`, permissions: [`${name}.list`, `${name}.see_amount`] }),
    });
    await screen.findByRole('link', { name: 'All deals: 3' });
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
    vi.restoreAllMocks();
  });
});

describe('the filter of a bar', () => {
  it('stays within the filter of the card', () => {
    const card = { stage: ['open'], day_gte: '2026-03-10', day_lte: '2026-04-20' };
    expect(narrowed(card, { day_gte: '2026-03-01', day_lte: '2026-03-31' })).toEqual({
      stage: ['open'],
      day_gte: '2026-03-10',
      day_lte: '2026-03-31',
    });
    expect(narrowed(card, { day_gte: '2026-04-01', day_lte: '2026-04-30' })).toEqual({
      stage: ['open'],
      day_gte: '2026-04-01',
      day_lte: '2026-04-20',
    });
    expect(narrowed(card, { stage: ['won'] })).toEqual({ ...card, stage: ['won'] });
  });
});
