import { describe, expect, it } from 'vitest';
import type { EnvelopeForm } from '@merchant-console/protocol';
import type { EndpointMapping } from '@merchant-console/ra-provider';
import { requestOf } from '@merchant-console/ra-provider/contracts';
import { createApiLayer } from '#tests/support/apiLayer.ts';

const PAGE = { pagination: { page: 2, perPage: 2 }, sort: { field: 'price', order: 'DESC' } } as const;

interface Asked {
  method: string;
  address: string;
  accept: string | null;
  type: string | null;
  body: unknown;
}

/** A data provider for books whose author is a reference, over a server that always answers the same. */
function books(envelope: EnvelopeForm, answer: unknown, more: Partial<EndpointMapping> = {}) {
  const asked: Asked[] = [];
  const fetch: typeof globalThis.fetch = async (...call) => {
    const request = requestOf(...call);
    const text = await request.text();
    asked.push({
      method: request.method,
      address: decodeURIComponent(request.url).replace(/^.*(?=\/prod-api)/, ''),
      accept: request.headers.get('Accept'),
      type: request.headers.get('Content-Type'),
      body: text === '' ? null : JSON.parse(text),
    });
    return Response.json(answer, { headers: { 'X-Total-Count': '5' } });
  };
  const mapping: Record<string, EndpointMapping> = {
    books: {
      name: 'books',
      endpoint: 'shop/books',
      endpoints: {},
      envelope,
      places: { author_id: 'author', sold_on: 'soldOn' },
      fields: [
        { source: 'author_id', type: 'reference', reference: 'authors' },
        { source: 'tag_ids', type: 'references', reference: 'tags' },
        { source: 'sold_on', type: 'date' },
      ],
      ...more,
    },
    authors: { name: 'authors', endpoint: 'people', endpoints: {} },
  };
  const mappingOf = (name: string): EndpointMapping => mapping[name] ?? { name, endpoint: name, endpoints: {} };
  const { dataProvider } = createApiLayer(fetch, undefined, mappingOf);
  return { dataProvider, asked };
}

const failure = (messageKey: string, args: object) => ({ messageKey, messageArgs: { resource: 'books', ...args } });

describe('a resource of JSON:API', () => {
  const book = (id: string, more: object = {}) => ({ type: 'books', id, attributes: { title: `Book ${id}` }, ...more });
  const author = { data: { type: 'people', id: '7' } };
  const pageOf = (rows: unknown[], meta: object = { total: 4 }) => ({ data: rows, meta });

  it('asks for a page with order and conditions', async () => {
    const { dataProvider, asked } = books('json-api', pageOf([book('3'), book('4')]));
    await dataProvider.getList('books', { ...PAGE, filter: { author_id: ['7', '8'], title: 'A' } });
    const parameters = 'page[number]=2&page[size]=2&sort=-price&filter[author]=7,8&filter[title]=A';
    expect(asked).toMatchObject([
      { address: `/prod-api/shop/books?${parameters}`, accept: 'application/vnd.api+json', type: null },
    ]);
  });

  it('has attributes and the IDs of relationships in its records', async () => {
    const relationships = { author, tags: { data: [{ type: 'tags', id: '1' }] }, editor: { data: null }, shop: {} };
    const { dataProvider } = books('json-api', pageOf([book('3', { relationships }), book('4')]));
    const { data } = await dataProvider.getList('books', { ...PAGE, filter: {} });
    expect(data).toEqual([
      { id: '3', title: 'Book 3', author_id: '7', tags: ['1'], editor: null },
      { id: '4', title: 'Book 4' },
    ]);
  });

  it('sends references as relationships', async () => {
    const { dataProvider, asked } = books('json-api', { data: book('3') });
    const data = { title: 'New', author_id: '7', tag_ids: ['1', '2'], sold_on: null };
    await dataProvider.update('books', { id: '3', data, previousData: { id: '3' } });
    await dataProvider.create('books', { data: { author_id: null } });
    expect(asked).toMatchObject([
      {
        method: 'PATCH',
        type: 'application/vnd.api+json',
        body: {
          data: {
            type: 'books',
            id: '3',
            attributes: { title: 'New', soldOn: null },
            relationships: {
              author: { data: { type: 'people', id: '7' } },
              tag_ids: {
                data: [
                  { type: 'tags', id: '1' },
                  { type: 'tags', id: '2' },
                ],
              },
            },
          },
        },
      },
      {
        method: 'POST',
        body: { data: { type: 'books', attributes: {}, relationships: { author: { data: null } } } },
      },
    ]);
  });

  it('takes the total from the place that the declaration names', async () => {
    const list = { path: 'books', total: 'meta.page.count' };
    const { dataProvider, asked } = books('json-api', pageOf([book('3')], { page: { count: '3' } }), {
      endpoints: { list },
    });
    const { data, total } = await dataProvider.getList('books', { ...PAGE, filter: {} });
    expect([data.length, total]).toEqual([1, 3]);
    expect(asked[0]?.address).toMatch(/^\/prod-api\/books\?page\[number\]=2/);
  });

  it.each([
    [{ price_gte: 5 }, 'price_gte'],
    [{ title_like: 'x' }, 'title_like'],
    [{ title: 'one, two' }, 'title'],
    [{ q: 'x' }, 'q'],
  ])('makes no request with the condition %j', async (filter, lost) => {
    const { dataProvider, asked } = books('json-api', pageOf([]));
    const list = dataProvider.getList('books', { ...PAGE, filter });
    await expect(list).rejects.toMatchObject(failure('errors.filter_not_mapped', { filter: lost }));
    expect(asked).toEqual([]);
  });

  it.each([
    ['an entry that is no resource', [book('3'), { id: '4' }, 'x'], 'data[]'],
    ['a number as an ID', [book('3'), { ...book('4'), id: 4 }], 'data[]'],
  ])('rejects %s', async (_, rows, place) => {
    const { dataProvider } = books('json-api', pageOf(rows));
    const list = dataProvider.getList('books', { ...PAGE, filter: {} });
    await expect(list).rejects.toMatchObject(failure('errors.misplaced', { place }));
  });
});

describe('a resource of Hydra', () => {
  const book = (id: number, more: object = {}) => ({ '@id': `/prod-api/shop/books/${id}`, '@type': 'Book', ...more });
  const collection = (rows: object[], variables: string[], totalItems = 4) => ({
    member: rows,
    totalItems,
    search: { mapping: variables.map((variable) => ({ variable })) },
  });
  const TWO = [book(3), book(4)];
  const ALL = ['order[price]', 'price[gte]', 'soldOn[after]', 'soldOn[strictly_before]', 'author', 'author[]', 'title'];

  it('asks for a page with order and conditions', async () => {
    const { dataProvider, asked } = books('hydra', collection(TWO, ALL));
    const filter = {
      author_id: ['7', '8'],
      title: 'A',
      price_gte: 5,
      sold_on_gte: '2026-01-02',
      sold_on_lt: '2026-02-01',
    };
    await dataProvider.getList('books', { ...PAGE, filter });
    const conditions =
      'author[]=7&author[]=8&title=A&price[gte]=5&soldOn[after]=2026-01-02&soldOn[strictly_before]=2026-02-01';
    expect(asked).toMatchObject([
      {
        address: `/prod-api/shop/books?page=2&itemsPerPage=2&order[price]=desc&${conditions}`,
        accept: 'application/ld+json',
        type: null,
      },
    ]);
  });

  it('has the last part of each @id as ID, of embedded records, too', async () => {
    const rows = [
      book(3, { author: '/prod-api/people/a%2Fb', tag_ids: ['/prod-api/tags/1'] }),
      book(4, { author: book(9) }),
    ];
    const { dataProvider } = books('hydra', collection(rows, ALL));
    const { data } = await dataProvider.getList('books', { ...PAGE, filter: {} });
    expect(data).toEqual([
      { id: '3', author_id: 'a/b', tag_ids: ['1'] },
      { id: '4', author_id: '9' },
    ]);
  });

  it('sends references as addresses, and changes as a merge patch', async () => {
    const { dataProvider, asked } = books('hydra', book(3));
    const data = { author_id: 'a/b', tag_ids: ['1'], sold_on: null };
    await dataProvider.update('books', { id: '3', data, previousData: { id: '3' } });
    await dataProvider.create('books', { data: { author_id: null } });
    expect(asked).toMatchObject([
      {
        method: 'PATCH',
        address: '/prod-api/shop/books/3',
        accept: 'application/ld+json',
        type: 'application/merge-patch+json',
        body: { author: '/prod-api/people/a%2Fb', tag_ids: ['/prod-api/tags/1'], soldOn: null },
      },
      { method: 'POST', type: 'application/ld+json', body: { author: null } },
    ]);
  });

  it.each([
    ['a condition', { title: 'A' }, ALL.filter((one) => one !== 'title'), 'title'],
    ['the order', {}, [], 'order[price]'],
  ])('rejects an answer that has ignored %s', async (_, filter, variables, lost) => {
    const { dataProvider } = books('hydra', collection(TWO, variables));
    const list = dataProvider.getList('books', { ...PAGE, filter });
    await expect(list).rejects.toMatchObject(failure('errors.filter_not_mapped', { filter: lost }));
  });

  it('makes no request with a search, or with a text to contain', async () => {
    const { dataProvider, asked } = books('hydra', collection(TWO, ALL));
    await expect(dataProvider.getList('books', { ...PAGE, filter: { q: 'x' } })).rejects.toMatchObject({
      messageArgs: { filter: 'q' },
    });
    await expect(dataProvider.getList('books', { ...PAGE, filter: { title_like: 'x' } })).rejects.toMatchObject({
      messageArgs: { filter: 'title_like' },
    });
    expect(asked).toEqual([]);
  });
});

describe('a page of another size', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at) }));

  it.each([
    ['more rows', 3],
    ['fewer rows', 1],
  ])('is refused if it has %s', async (_, count) => {
    const list = books('json-server', rows(count)).dataProvider.getList('books', { ...PAGE, filter: {} });
    await expect(list).rejects.toMatchObject(failure('errors.other_page', { rows: count, expected: 2 }));
  });

  it.each([
    ['the last one', 3, 1],
    ['one past the end', 4, 0],
  ])('is read if it is %s', async (_, page, count) => {
    const { dataProvider } = books('json-server', rows(count));
    const list = { ...PAGE, pagination: { page, perPage: 2 }, filter: {} };
    expect((await dataProvider.getList('books', list)).data).toHaveLength(count);
  });
});
