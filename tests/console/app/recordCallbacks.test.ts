import fakeRestProvider from 'ra-data-fakerest';
import { withLifecycleCallbacks } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { declarationSchema, toResource, type Declaration } from '@merchant-console/declaration';
import { recordCallbacks } from '#console/app/recordCallbacks.ts';

const fields: Declaration['fields'] = [
  { source: 'title', type: 'text' },
  { source: 'day', type: 'date' },
  { source: 'at', type: 'datetime' },
  { source: 'tags', type: 'json' },
];
const declared = (name: string, storage?: 'table') =>
  toResource(declarationSchema.parse({ version: 1, name, fields, ...(storage && { storage }) }));
const resources = new Map([
  ['posts', declared('posts', 'table')],
  ['orders', declared('orders')],
]);

function provider() {
  const record = { id: 1, title: null, day: '2026-03-08', tags: null, views: 0, draft: false, note: '' };
  const callbacks = recordCallbacks((name) => resources.get(name));
  return withLifecycleCallbacks(fakeRestProvider({ posts: [record], orders: [record], others: [record] }), [callbacks]);
}

const PAGE = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' }, filter: {} } as const;

describe('records that are read', () => {
  it('lack the empty values of a stored resource, and only those', async () => {
    const left = { id: 1, day: '2026-03-08', views: 0, draft: false, note: '' };
    const dataProvider = provider();
    expect((await dataProvider.getOne('posts', { id: 1 })).data).toStrictEqual(left);
    expect((await dataProvider.getList('posts', PAGE)).data).toStrictEqual([left]);
    expect((await dataProvider.getMany('posts', { ids: [1] })).data).toStrictEqual([left]);
    const reference = { ...PAGE, target: 'views', id: 0 };
    expect((await dataProvider.getManyReference('posts', reference)).data).toStrictEqual([left]);
  });

  it.each(['orders', 'others'])('of other resources are unchanged: %s', async (resource) => {
    const { data } = await provider().getOne(resource, { id: 1 });
    expect(data).toMatchObject({ title: null, tags: null });
  });
});

describe('a Date that is saved', () => {
  afterEach(() => vi.unstubAllEnvs());
  const instant = '2026-03-08T23:30:00.000Z';
  const late = new Date(instant);

  it.each([
    ['Asia/Tokyo', '2026-03-09'],
    ['America/Lima', '2026-03-08'],
  ])('is the day in the time zone of the browser, as DateInput shows it: %s', async (zone, day) => {
    vi.stubEnv('TZ', zone);
    const dataProvider = provider();
    const data = { title: 'New', day: late, at: late, tags: [late] };
    const created = (await dataProvider.create('posts', { data })).data;
    expect(created).toMatchObject({ title: 'New', day, at: instant, tags: [instant] });
    const updated = await dataProvider.update('orders', { id: 1, data: { day: late }, previousData: { id: 1 } });
    expect(updated.data).toMatchObject({ day });
    await dataProvider.updateMany('posts', { ids: [1], data: { day: late } });
    expect((await dataProvider.getOne('posts', { id: 1 })).data).toMatchObject({ day });
  });

  it('of a resource without a declaration is unchanged', async () => {
    const { data } = await provider().create('others', { data: { day: late } });
    expect(data).toMatchObject({ day: instant });
  });
});
