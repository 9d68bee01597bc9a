import { testDataProvider } from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import { type Declaration, toResource } from '@merchant-console/declaration';
import { createPreviewProvider } from '#console/features/configurationProblems/declarations/preview/createPreviewProvider.ts';
import {
  acceptedParams,
  previewedResource,
  rowsFor,
} from '#console/features/configurationProblems/declarations/preview/previewedRows.ts';
import { placeIn } from '#console/features/configurationProblems/declarations/preview/previewPlace.ts';

const TOOLS: Declaration = {
  version: 1,
  name: 'tools',
  storage: 'table',
  fields: [
    { source: 'name', type: 'text', sortable: true, filter: 'eq' },
    { source: 'price', type: 'integer' },
  ],
};
const stored = toResource(TOOLS);
const version = (changes: Partial<Declaration>) => toResource({ ...TOOLS, ...changes });
const ROW = { id: '1', revision: 2, name: 'Saw', price: 5 };

describe('a stored record under a declaration that isn’t saved', () => {
  it('has the values of a renamed field, and none in fields that are new or have another type', () => {
    const next = version({
      fields: [
        { source: 'title', type: 'text' },
        { source: 'price', type: 'money' },
        { source: 'colour', type: 'text' },
      ],
      migrate: { rename: { name: 'title' } },
    });
    expect(rowsFor({ next, stored })(ROW)).toEqual({ id: '1', revision: 2, name: 'Saw', title: 'Saw' });
  });

  it('lacks what a row of the list lacks', () => {
    const { price: _, ...row } = ROW;
    expect(rowsFor({ next: stored, stored })(row)).toEqual(row);
  });
});

describe('the list of a declaration that isn’t saved', () => {
  const params = { pagination: { page: 1, perPage: 10 } };

  it('asks the server only for filters and orders that it knows', () => {
    const known = { ...params, filter: { name: 'Saw' }, sort: { field: 'name', order: 'DESC' } } as const;
    expect(acceptedParams(known, stored)).toEqual({ filter: known.filter, sort: known.sort });
    const order = { field: 'price', order: 'ASC' } as const;
    expect(acceptedParams({ ...params, filter: {}, sort: order }, stored)?.sort).toEqual(stored.list.sort);
    expect(acceptedParams({ ...params, filter: { price_gte: 3 } }, stored)).toBeNull();
  });

  it('has no sums and no order by hand that the server doesn’t know', () => {
    const fields: Declaration['fields'] = [...TOOLS.fields, { source: 'place', type: 'integer', required: true }];
    const next = version({ fields, order: 'place', list: { summary: ['price'] } });
    expect(previewedResource({ next, stored })).toMatchObject({ order: null, list: { summary: [] } });
    expect(previewedResource({ next, stored: next })).toMatchObject({ order: 'place', list: next.list });
  });
});

describe('the dataProvider of a preview', () => {
  const reads = ['getList', 'getOne', 'getMany', 'getManyReference'];
  const more = ['getNames', 'getSummary', 'getTimeline', 'getArranged', 'downloadFile'];
  const writes = ['create', 'update', 'updateMany', 'delete', 'deleteMany'];
  const logged = ['exportRecords', 'runAction', 'uploadFile', 'revealValue', 'moveRecord', 'getDeletion'];
  const others = ['exportInBackground', 'call', 'fetchFile', 'getOwnPasswords'];
  const answer = { data: [ROW], total: 1 };
  const real = Object.fromEntries(
    [...reads, ...more, ...writes, ...logged, ...others].map((name) => [name, vi.fn(async () => answer)]),
  );
  const texts = { writes: 'not here', filter: 'later' };
  const create = (options: { mayList: boolean }) =>
    createPreviewProvider({ dataProvider: testDataProvider(real), next: stored, stored, texts, ...options });

  it.each([...writes, ...logged, ...others])('doesn’t call %s', async (name) => {
    const provider: Record<string, unknown> = { ...create({ mayList: true }) };
    const method = provider[name];
    if (typeof method === 'function') await expect(Promise.resolve(method('tools', {}))).rejects.toThrow('not here');
    expect(real[name]).not.toHaveBeenCalled();
  });

  it('doesn’t ask for a list that the user doesn’t have, but for those of others', async () => {
    const provider = create({ mayList: false });
    expect(await provider.getList('tools', {})).toEqual({ data: [], total: 0 });
    expect(real['getList']).not.toHaveBeenCalled();
    expect(await provider.getList('vans', {})).toEqual(answer);
  });

  it('rejects a filter that needs the next version', async () => {
    await expect(create({ mayList: true }).getList('tools', { filter: { price_gte: 1 } })).rejects.toThrow('later');
  });
});

it.each([
  ['/crm/tools', { page: 'list' }],
  ['/crm/tools/create', { page: 'create' }],
  ['/crm/tools/7', { page: 'edit', id: '7' }],
  ['/crm/tools/7/show', { page: 'show', id: '7' }],
  ['/crm/vans/7/show', null],
])('the preview shows at %s %o', (path, place) => {
  expect(placeIn(path, '/crm/tools')).toEqual(place);
});
