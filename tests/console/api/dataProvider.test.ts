import type { RaRecord } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { createConsoleDataProvider } from '#console/api/dataProvider.ts';
import { createDataProvider, defaultMapping } from '@merchant-console/ra-provider';
import { createApiLayer } from '#tests/support/apiLayer.ts';
import { createFakeApi } from '#tests/support/fakeApi.ts';
import { OWNER } from '#tests/support/fakeUsers.ts';
import { createFaultyFetch } from '@merchant-console/ra-provider/contracts';

const rows = (count: number): RaRecord[] =>
  Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, name: `Name ${index}` }));

/** A signed-in provider over `records` of the resource `bank_cards`, and its recorded requests. */
async function makeProvider(records: RaRecord[] = rows(5)) {
  const { fetch, faults, requests } = createFaultyFetch(
    createFakeApi({ users: [OWNER], resources: { 'bank-cards': records } }),
  );
  const { dataProvider, authProvider } = createApiLayer(fetch);
  await authProvider.login(OWNER);
  requests.length = 0;
  const asked = () =>
    requests.map(({ method, url }) => `${method} ${decodeURIComponent(new URL(url).pathname + new URL(url).search)}`);
  return { dataProvider, faults, asked };
}

const PAGE = {
  pagination: { page: 2, perPage: 10 },
  sort: { field: 'name', order: 'DESC' },
  filter: { name: 'x' },
} as const;
const reject = (id: string) => ({ code: 40900, msg: `${id} is in use`, data: null });

describe('requests', () => {
  it('go to the endpoint of the resource, in the dialect of simple-rest', async () => {
    const { dataProvider, asked } = await makeProvider();
    await dataProvider.getList('bank_cards', PAGE);
    expect(asked()).toEqual(['GET /prod-api/bank-cards?filter={"name":"x"}&range=[10,19]&sort=["name","DESC"]']);
  });

  it('encode an ID as a single path segment', async () => {
    const id = 'a/b#c?d e%2F..订';
    const { dataProvider } = await makeProvider([{ id, name: 'Odd' }]);
    expect((await dataProvider.getOne('bank_cards', { id })).data).toEqual({ id, name: 'Odd' });
  });
});

describe('getList of more records than one call returns', () => {
  const all = rows(2500);
  const page = (number: number, perPage: number) => ({
    pagination: { page: number, perPage },
    sort: { field: 'id', order: 'ASC' } as const,
    filter: {},
  });
  const ranges = (asked: string[]) => asked.map((url) => /range=(\[.*?\])/.exec(url)?.[1]);

  it('fetches parts up to the first that is not full, and joins them', async () => {
    const { dataProvider, asked } = await makeProvider(all);
    const { data, total } = await dataProvider.getList('bank_cards', page(1, 10_000));
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set(all.map(({ id }) => id)));
    expect(data).toHaveLength(2500);
    expect(total).toBe(2500);
    expect(ranges(asked())).toEqual(['[0,999]', '[1000,1999]', '[2000,2999]']);
  });

  it.each([
    [1, 1001],
    [2, 1200],
    [3, 1200],
    [9, 1200],
  ])('returns page %i of %i as one call would', async (number, perPage) => {
    const { dataProvider } = await makeProvider(all);
    const whole = await dataProvider.getList('bank_cards', page(1, 2500));
    const { data, total } = await dataProvider.getList('bank_cards', page(number, perPage));
    expect(data).toEqual(whole.data.slice((number - 1) * perPage, number * perPage));
    expect(total).toBe(2500);
  });

  it('makes one call for as many as a call returns', async () => {
    const { dataProvider, asked } = await makeProvider(all);
    expect((await dataProvider.getList('bank_cards', page(2, 1000))).data).toHaveLength(1000);
    expect(ranges(asked())).toEqual(['[1000,1999]']);
  });

  it('returns a record that moves to the next part in between once', async () => {
    const parts = [all.slice(0, 1000), all.slice(999, 1001)];
    const headers = new Headers({ 'Content-Range': 'bank-cards 0-999/1001' });
    const answer = async () => ({ status: 200, headers, body: '', json: parts.shift() });
    const dataProvider = createDataProvider({ apiBase: '' }, answer);
    const { data } = await dataProvider.getList('bank_cards', page(1, 2000));
    expect(data).toEqual(all.slice(0, 1001));
  });
});

describe('getMany', () => {
  it('makes no request for an empty list of IDs', async () => {
    const { dataProvider, asked } = await makeProvider();
    expect(await dataProvider.getMany('bank_cards', { ids: [] })).toEqual({ data: [] });
    expect(asked()).toEqual([]);
  });

  it('requests each ID once and returns each record once, in the order of first occurrence', async () => {
    const { dataProvider, asked } = await makeProvider();
    const { data } = await dataProvider.getMany('bank_cards', { ids: ['id-3', 'gone', 'id-1', 'id-3'] });
    expect(data.map(({ id }) => id)).toEqual(['id-3', 'id-1']);
    expect(asked()).toEqual(['GET /prod-api/bank-cards?filter={"id":["id-3","gone","id-1"]}']);
  });

  it('finds records with numeric IDs by IDs that are strings', async () => {
    const { dataProvider } = await makeProvider([{ id: 7 }, { id: 8 }]);
    expect((await dataProvider.getMany('bank_cards', { ids: ['8', 7, '7'] })).data).toEqual([{ id: 8 }, { id: 7 }]);
  });

  it('splits a list of IDs that would be too long for a URL', async () => {
    const all = rows(250);
    const { dataProvider, asked } = await makeProvider(all);
    const { data } = await dataProvider.getMany('bank_cards', { ids: all.map(({ id }) => id) });
    expect(data).toEqual(all);
    expect(asked()).toHaveLength(3);
  });
});

describe('updateMany and deleteMany', () => {
  const ids = ['id-0', 'id-1', 'id-1', 'id-2'];

  it('change the records one after the other, each once', async () => {
    const { dataProvider, asked } = await makeProvider();
    await dataProvider.updateMany('bank_cards', { ids, data: { name: 'New' } });
    await dataProvider.deleteMany('bank_cards', { ids });
    expect(asked()).toEqual(
      ['PUT', 'DELETE'].flatMap((method) => [0, 1, 2].map((index) => `${method} /prod-api/bank-cards/id-${index}`)),
    );
  });

  it('stop at the first rejection and leave the remaining records unchanged', async () => {
    const { dataProvider, faults, asked } = await makeProvider();
    faults.answer(200, { code: 0, msg: '', data: { id: 'id-0' } });
    faults.answer(409, reject('id-1'));
    await expect(dataProvider.deleteMany('bank_cards', { ids })).rejects.toMatchObject({ message: 'id-1 is in use' });
    expect(asked()).toHaveLength(2);
  });
});

describe("responses that react-admin can't handle", () => {
  const page = (data: unknown, headers: Record<string, string> = { 'Content-Range': 'bank-cards 0-0/1' }) => {
    const answer = async () => ({ status: 200, headers: new Headers(headers), body: '', json: data });
    const download = () => Promise.reject(new Error('no file is asked for'));
    const config = { apiBase: '', mappingOf: defaultMapping, download, upload: answer };
    return createConsoleDataProvider(config, answer);
  };

  it.each([null, {}, [null], [{ id: '1' }, { name: 'no id' }], [{ id: null }], ['1']])(
    'are rejected as rows: %j',
    async (data) => {
      const params = { ...PAGE, target: 'x', id: '1' };
      const reads = [
        page(data).getList('x', PAGE),
        page(data).getManyReference('x', params),
        page(data).getMany('x', { ids: ['1'] }),
      ];
      for (const read of reads) await expect(read).rejects.toMatchObject({ name: 'ApiError', kind: 'unreadable' });
    },
  );

  it.each([null, [], [{ id: '1' }], {}, 'x'])('are rejected as a record: %j', async (data) => {
    const calls = [
      page(data).getOne('x', { id: '1' }),
      page(data).create('x', { data: {} }),
      page(data).update('x', { id: '1', data: {}, previousData: { id: '1' } }),
      page(data).delete('x', { id: '1' }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ name: 'ApiError', kind: 'unreadable' });
  });

  it.each(['bank-cards 0-0/*', 'bank-cards 0-0', ''])('are rejected as a page with the total %j', async (total) => {
    const provider = page([{ id: '1' }], { 'Content-Range': total });
    await expect(provider.getList('x', PAGE)).rejects.toMatchObject({ kind: 'unreadable' });
  });

  it('are reported with their cause if the header with the total is missing', async () => {
    await expect(page([{ id: '1' }], {}).getList('x', PAGE)).rejects.toThrow(/Content-Range header is missing/);
  });
});

describe('getSummary', () => {
  const SUMMARY = { count: 3, sums: { amount: [{ currency: 'CNY', sum: '9007199254740993' }] } };

  it('returns count and exact sums of the filtered records', async () => {
    const { dataProvider, faults, asked } = await makeProvider();
    faults.answer(200, { code: 0, msg: '', data: SUMMARY });
    expect(await dataProvider.getSummary('bank_cards', { filter: { status: ['a&b'], q: '1+1' } })).toEqual(SUMMARY);
    expect(asked()).toEqual(['GET /prod-api/bank-cards/summary?filter={"status":["a&b"],"q":"1+1"}']);
  });

  it('rejects like any other call', async () => {
    const { dataProvider, faults } = await makeProvider();
    const summary = (signal?: AbortSignal) =>
      dataProvider.getSummary('bank_cards', { filter: {}, ...(signal && { signal }) });
    faults.answer(200, { code: 0, msg: '', data: { count: 3, sums: { amount: [{ currency: 'CNY', sum: 12 }] } } });
    await expect(summary()).rejects.toMatchObject({ kind: 'unreadable' });
    faults.refuse({ status: 422, message: 'No such filter' });
    await expect(summary()).rejects.toMatchObject({ status: 422, message: 'No such filter' });
    await expect(summary(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
