import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import { LIST_PATH, renderDeclaredPage, shippedDeclarations } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { declarationsOf } from '#tests/support/supplierForm.ts';

const user = quickUser();

const articles = {
  version: 1,
  name: 'articles',
  storage: 'table',
  tree: 'parent_id',
  order: 'position',
  fields: [
    { source: 'title', type: 'text', required: true, search: true, label: 'Title' },
    { source: 'parent_id', type: 'reference', reference: 'articles', filter: 'eq', label: 'Below' },
    { source: 'position', type: 'integer', label: 'Position' },
  ],
} as const;

const article = (id: string, parent: string | null, position: number) => ({
  id,
  title: `Article ${id}`,
  parent_id: parent,
  position,
});

async function openTree(permissions: readonly string[] = ['list', 'show', 'edit']) {
  const records = [article('a', null, 1), article('b', null, 2), article('c', 'a', 1), article('d', 'a', 2)];
  const merchant = recordingProvider({ articles: records });
  await renderDeclaredPage({
    dataProvider: merchant.provider,
    name: 'articles',
    address: LIST_PATH,
    permissions: permissions.map((key) => `articles.${key}`),
    declarations: declarationsOf([articles], shippedDeclarations),
  });
  await screen.findByRole('treegrid');
  await screen.findByRole('row', { name: /Article b/ });
  return Object.assign(merchant, { records });
}

const row = (id: string) => screen.getByRole('row', { name: new RegExp(`Article ${id}`) });
const shown = () => screen.getAllByRole('row').flatMap((one) => /Article \w/.exec(one.textContent) ?? []);
const expand = (id: string) => user.click(screen.getByRole('button', { name: `Records below: Article ${id}` }));

describe('a list with a tree', () => {
  it('opens levels one by one, and asks for each once', async () => {
    const { callsOf } = await openTree();
    expect(shown()).toEqual(['Article a', 'Article b']);
    await expand('a');
    await screen.findByRole('row', { name: /Article d/ });
    expect(shown()).toEqual(['Article a', 'Article c', 'Article d', 'Article b']);
    expect(row('c')).toHaveAttribute('aria-level', '2');
    expect(row('a')).toHaveAttribute('aria-expanded', 'true');
    expect(callsOf('getArranged', 'articles').map(({ parent }) => parent)).toEqual([null, 'a']);
    fireEvent.keyDown(row('a'), { key: 'ArrowLeft' });
    expect(shown()).toEqual(['Article a', 'Article b']);
  });

  it('moves a record by the keyboard and by a menu', async () => {
    const { callsOf } = await openTree();
    await expand('a');
    await screen.findByRole('row', { name: /Article d/ });
    const handle = within(row('d')).getByRole('button', { name: 'Move: Article d' });
    fireEvent.keyDown(handle, { key: 'ArrowUp', altKey: true });
    await waitFor(() => expect(callsOf('moveRecord', 'articles')).toEqual([{ id: 'd', after: null }]));
    await user.click(handle);
    await user.click(await screen.findByRole('menuitem', { name: 'Move out' }));
    await waitFor(() => expect(callsOf('moveRecord', 'articles')[1]).toEqual({ id: 'd', parent: null, after: 'a' }));
  });

  it('shows a moved record in one place at every moment', async () => {
    const merchant = await openTree();
    await expand('a');
    await screen.findByRole('row', { name: /Article d/ });
    let release = () => {};
    merchant.before = ({ method, params }) => {
      if (method === 'moveRecord') Object.assign(merchant.records[3] ?? {}, { parent_id: null });
      // The level that the record left arrives last.
      if (method === 'getArranged' && params['parent'] === 'a') return new Promise((done) => (release = done));
      return undefined;
    };
    const handle = within(row('d')).getByRole('button', { name: 'Move: Article d' });
    fireEvent.keyDown(handle, { key: 'ArrowLeft', altKey: true });
    await waitFor(() => expect(merchant.callsOf('getArranged', 'articles')).toHaveLength(4));
    await act(async () => {});
    expect(shown()).toEqual(['Article a', 'Article c', 'Article d', 'Article b']);
    release();
    await waitFor(() => expect(shown()).toEqual(['Article a', 'Article c', 'Article b', 'Article d']));
  });

  it('says why a move was refused, and reads the records again', async () => {
    const merchant = await openTree();
    merchant.before = ({ method }) => {
      if (method === 'moveRecord') throw ApiError.refused(409, { code: 409, msg: 'Someone else changed the order.' });
    };
    const before = merchant.callsOf('getArranged', 'articles').length;
    const handle = within(row('b')).getByRole('button', { name: 'Move: Article b' });
    fireEvent.keyDown(handle, { key: 'ArrowUp', altKey: true });
    expect(await screen.findByText('Someone else changed the order.')).toBeVisible();
    await waitFor(() => expect(merchant.callsOf('getArranged', 'articles').length).toBe(before + 1));
  });

  it('offers no moves without the permission, and remembers the choice of a table', async () => {
    await openTree(['list', 'show']);
    expect(screen.queryByRole('button', { name: /^Move: / })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Table' }));
    const table = await screen.findByRole('table');
    expect(within(table).getByRole('columnheader', { name: 'Below' })).toBeVisible();
    expect(within(table).getAllByRole('row')).toHaveLength(5);
  });
});
