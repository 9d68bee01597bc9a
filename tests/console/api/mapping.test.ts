import { describe, expect, it } from 'vitest';
import { sortOrNone, type EndpointMapping } from '@merchant-console/ra-provider';
import { endpointsSchema } from '@merchant-console/protocol';
import { createApiLayer } from '#tests/support/apiLayer.ts';
import { createFaultyFetch } from '@merchant-console/ra-provider/contracts';

const PAGE = { pagination: { page: 2, perPage: 10 }, sort: { field: 'name', order: 'DESC' }, filter: {} } as const;
const ok = (data: unknown) => ({ code: 0, data });

type Form = Pick<EndpointMapping, 'envelope'>;

function isForm(value: unknown): value is Form {
  return typeof value === 'object' && value !== null && 'envelope' in value;
}

/**
 * A provider whose resource `channels` has this mapping, over a back end that returns the responses one after the
 * other.
 */
function mapped(endpoints: unknown, ...[first, ...rest]: unknown[]) {
  const form = isForm(first) ? first : {};
  const answers = isForm(first) ? rest : first === undefined ? [] : [first, ...rest];
  const { fetch, faults, requests } = createFaultyFetch(() => Promise.reject(new Error('not asked for')));
  for (const answer of answers) faults.answer(200, answer);
  const mapping: EndpointMapping = {
    name: 'channels',
    endpoint: 'channels',
    endpoints: endpointsSchema.parse(endpoints),
    ...form,
  };
  const { dataProvider } = createApiLayer(fetch, undefined, () => mapping);
  const asked = () =>
    requests.map(({ method, url }) => `${method} ${decodeURIComponent(url.slice(url.indexOf('/prod-api')))}`);
  return { dataProvider, faults, asked, body: async (): Promise<unknown> => requests[0]?.clone().json() };
}

describe('a mapped list', () => {
  const list = {
    path: 'channel/list',
    query: { page: '$page', limit: '$perPage' },
    rows: 'data.list',
    total: 'data.total',
  };
  const get = (answer: unknown, filter: Record<string, unknown> = {}) =>
    mapped({ list }, answer).dataProvider.getList('channels', { ...PAGE, filter });

  it('requests its page with the parameters of the mapping', async () => {
    const { dataProvider, asked } = mapped({ list }, ok({ list: [{ id: 1 }], total: 11 }));
    expect(await dataProvider.getList('channels', PAGE)).toEqual({ data: [{ id: 1 }], total: 11 });
    expect(asked()).toEqual(['GET /prod-api/channel/list?page=2&limit=10']);
  });

  it("uses the console's own parameters where the mapping has none", async () => {
    const { dataProvider, asked } = mapped(
      { list: { path: 'x', total: 'data.n', rows: 'data.r' } },
      ok({ r: [], n: 0 }),
    );
    await dataProvider.getList('channels', PAGE);
    expect(asked()).toEqual(['GET /prod-api/x?filter={}&range=[10,19]&sort=["name","DESC"]']);
  });

  it('can be a POST with a body', async () => {
    const post = { ...list, method: 'POST', query: {}, body: { page: '$page', where: '$filter', kind: 'all' } };
    const { dataProvider, asked, body } = mapped({ list: post }, ok({ list: [], total: 0 }));
    await dataProvider.getList('channels', { ...PAGE, filter: { status: ['a'] } });
    expect(asked()).toEqual(['POST /prod-api/channel/list']);
    expect(await body()).toEqual({ page: 2, where: { status: ['a'] }, kind: 'all' });
  });

  it.each([
    ['data.list', ok({ rows: [], total: 0 })],
    ['data.list', ok({ list: null, total: 0 })],
    ['data.total', ok({ list: [] })],
    ['data.total', ok({ list: [], total: '1.5' })],
    ['data.list[]', ok({ list: [5], total: 1 })],
    ['data.list[].id', ok({ list: [{ name: 'x' }], total: 1 })],
  ])('names the path %s if the response has nothing valid there', async (place, answer) => {
    await expect(get(answer)).rejects.toMatchObject({
      kind: 'unreadable',
      messageKey: 'errors.misplaced',
      messageArgs: { resource: 'channels', verb: 'list', place },
    });
  });

  it('sends each of several values as a parameter of its own if its placeholder ends with dots', async () => {
    const query = { id: '$ids...', state: '$filter.status' };
    const { dataProvider, asked } = mapped({ list: { ...list, query } }, ok({ list: [{ id: 1 }], total: 1 }));
    await dataProvider.getList('channels', { ...PAGE, filter: { id: [1, 'a&b'], status: ['x', 'y'] } });
    expect(asked()).toEqual(['GET /prod-api/channel/list?id=1&id=a&b&state=x,y']);
  });

  const getCounted = async (total: string) => {
    const endpoints = endpointsSchema.parse({ list: { path: 'x', total: { header: 'X-Total-Count' } } });
    const fetch = () => Promise.resolve(Response.json(ok([{ id: 1 }]), { headers: { 'X-Total-Count': total } }));
    const { dataProvider } = createApiLayer(fetch, undefined, (name) => ({ name, endpoint: 'x', endpoints }));
    return dataProvider.getList('channels', PAGE);
  };

  it('takes the total from the declared header', async () => {
    expect(await getCounted('31')).toEqual({ data: [{ id: 1 }], total: 31 });
  });

  it.each(['', '1.5', '-1', 'many'])('reports a header that contains "%s"', async (total) => {
    await expect(getCounted(total)).rejects.toMatchObject({ messageArgs: { place: 'X-Total-Count' } });
  });

  it('takes the total from Content-Range if no path is declared, and reports a missing header', async () => {
    const { dataProvider } = mapped({ list: { path: 'x' } }, ok([]));
    await expect(dataProvider.getList('channels', PAGE)).rejects.toMatchObject({
      messageArgs: { place: 'Content-Range' },
    });
  });

  it("isn't requested if the mapping would lose a filter", async () => {
    const { dataProvider, asked } = mapped({ list });
    const lost = dataProvider.getList('channels', { ...PAGE, filter: { status: 'a' } });
    await expect(lost).rejects.toMatchObject({
      messageKey: 'errors.filter_not_mapped',
      messageArgs: { filter: 'status' },
    });
    const related = dataProvider.getManyReference('channels', { ...PAGE, target: 'owner_id', id: 7 });
    await expect(related).rejects.toMatchObject({ messageArgs: { filter: 'owner_id' } });
    expect(asked()).toEqual([]);
  });
});

describe('mapped writes', () => {
  const record = { name: 'channelName' };

  it("send the record under the back end's names, and refetch it if the response doesn't contain it", async () => {
    const endpoints = {
      create: { path: 'channel/save', record },
      show: { path: 'channel/detail', query: { id: '$id' } },
    };
    const { dataProvider, asked, body } = mapped(endpoints, ok(7), ok({ id: 7, name: 'A', state: 1 }));
    expect(await dataProvider.create('channels', { data: { name: 'A' } })).toEqual({
      data: { id: 7, name: 'A', state: 1 },
    });
    expect(asked()).toEqual(['POST /prod-api/channel/save', 'GET /prod-api/channel/detail?id=7']);
    expect(await body()).toEqual({ channelName: 'A' });
  });

  it('take the record from the declared path', async () => {
    const endpoints = { update: { path: 'channel/:id', row: 'data.now', record } };
    const { dataProvider, asked } = mapped(endpoints, ok({ now: { id: 'a/b', channelName: 'A' } }));
    const answer = await dataProvider.update('channels', {
      id: 'a/b',
      data: { name: 'A' },
      previousData: { id: 'a/b' },
    });
    expect(answer).toEqual({ data: { id: 'a/b', name: 'A' } });
    expect(asked()).toEqual(['PUT /prod-api/channel/a/b'.replace('a/b', 'a%2Fb')].map(decodeURIComponent));
  });

  it('name the path at which the ID of a new record is missing', async () => {
    const { dataProvider } = mapped({ create: { path: 'channel/save' } }, ok(null));
    await expect(dataProvider.create('channels', { data: {} })).rejects.toMatchObject({
      messageArgs: { resource: 'channels', verb: 'create', place: 'data.id' },
    });
  });
});

describe('a mapped summary', () => {
  const summary = {
    path: 'channel/sum',
    query: { state: '$filter.state' },
    count: 'data.n',
    sums: { fee: 'data.fee' },
  };

  it('takes each figure from its path, exactly', async () => {
    const { dataProvider, asked } = mapped({ summary }, ok({ n: '3', fee: '9007199254740993' }));
    const figures = await dataProvider.getSummary('channels', { filter: { state: 1 } });
    expect(figures).toEqual({ count: 3, sums: { fee: [{ currency: null, sum: '9007199254740993' }] } });
    expect(asked()).toEqual(['GET /prod-api/channel/sum?state=1']);
  });

  it('takes a figure per currency from a back end with several currencies', async () => {
    const fee = [
      { currency: 'EUR', sum: '5' },
      { currency: 'JPY', sum: '7' },
    ];
    const { dataProvider } = mapped({ summary }, ok({ n: '3', fee }));
    const figures = await dataProvider.getSummary('channels', { filter: {} });
    expect(figures).toEqual({ count: 3, sums: { fee } });
  });

  it.each([
    ['data.n', { fee: 1 }],
    ['data.fee', { n: 1 }],
    ['data.fee', { n: 1, fee: 1.5 }],
  ])('names the path %s of a figure that is missing or not an integer', async (place, data) => {
    const { dataProvider } = mapped({ summary }, ok(data));
    await expect(dataProvider.getSummary('channels', { filter: {} })).rejects.toMatchObject({ messageArgs: { place } });
  });
});

describe('a mapped export', () => {
  it('fetches the file with the call of the mapping', async () => {
    const query = { type: '$format', cols: '$columns', by: '$sort', state: '$filter.state' };
    const { dataProvider, faults, asked } = mapped({
      list: { path: 'x', record: { name: 'channelName' } },
      export: { path: 'channel/file', query },
    });
    faults.file('channels.csv', 'a\n');
    const params = { format: 'csv', filter: { state: [1, 2] }, sort: PAGE.sort, columns: ['name', 'state'] } as const;
    expect((await dataProvider.exportRecords('channels', params)).name).toBe('channels.csv');
    expect(asked()).toEqual(['GET /prod-api/channel/file?type=csv&cols=channelName,state&by=channelName&state=1,2']);
  });
});

describe('a back end with another response format', () => {
  const envelope = { success: { at: 'ok', in: [true] }, data: 'result', message: 'why', errors: 'wrong' } as const;
  const record = { name: 'channelName', group_id: 'owner.groupId' };
  const refused = (wrong: unknown) => ({ ok: false, why: 'Look again', wrong });
  const create = async (endpoint: object, wrong: unknown) => {
    const { dataProvider } = mapped({ create: { path: 'save', record, ...endpoint } }, { envelope }, refused(wrong));
    return dataProvider.create('channels', { data: { name: '' } }).then(
      () => null,
      (error: unknown) => error,
    );
  };

  it('is read at the paths of its format', async () => {
    const { dataProvider } = mapped({ show: { path: 'x/:id' } }, { envelope }, { ok: true, result: { id: 1 } });
    expect(await dataProvider.getOne('channels', { id: 1 })).toEqual({ data: { id: 1 } });
  });

  it.each([
    ['by its own names', {}, { channelName: 'Too short' }, { name: 'Too short' }],
    ['several of one field', {}, { channelName: ['Too short', 'Taken'] }, { name: 'Too short Taken' }],
    ['of a nested field', {}, { owner: { groupId: 'Unknown' } }, { group_id: 'Unknown' }],
    ['by the names of the body', { body: { title: '$record.name' } }, { title: 'Taken' }, { name: 'Taken' }],
    ['within a part of the body', { body: { all: '$record' } }, { all: { channelName: 'Taken' } }, { name: 'Taken' }],
    ['of an unknown field', {}, { captcha: 'Missing' }, { captcha: 'Missing' }],
  ])('assigns messages to the fields that they are about: %s', async (_, endpoint, wrong, errors) => {
    expect(await create(endpoint, wrong)).toMatchObject({ message: 'Look again', kind: 'answer', body: { errors } });
  });

  it("isn't treated as a success if the success flag is missing", async () => {
    const { dataProvider } = mapped({ show: { path: 'x/:id' } }, { envelope }, { result: { id: 1 } });
    await expect(dataProvider.getOne('channels', { id: 1 })).rejects.toMatchObject({ kind: 'unreadable' });
  });

  it('is requested without an order by a list that has none', async () => {
    const list = { path: 'list', query: { by: '$sort', way: '$order', page: '$page' }, rows: 'result', total: 'n' };
    const { dataProvider, asked } = mapped({ list }, { envelope }, { ok: true, result: [], n: 0 });
    await dataProvider.getList('channels', { ...PAGE, sort: sortOrNone(null) });
    expect(asked()).toEqual(['GET /prod-api/list?page=2']);
  });

  it('is requested without an order also without a mapping', async () => {
    const { dataProvider, asked } = mapped({}, { envelope: 'simple-rest' });
    await dataProvider.getList('channels', { ...PAGE, sort: sortOrNone(null) }).catch(() => {});
    expect(asked()).toEqual(['GET /prod-api/channels?filter={}&range=[10,19]']);
  });
});

describe('a rejection without a message', () => {
  it('is described by its code', async () => {
    const { dataProvider } = mapped({}, { code: 4004 });
    await expect(dataProvider.getOne('channels', { id: 1 })).rejects.toMatchObject({
      kind: 'answer',
      messageKey: 'errors.refused',
      messageArgs: { code: 4004 },
    });
  });
});
