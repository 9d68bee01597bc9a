import { describe, expect, it } from 'vitest';
import type { Endpoints } from '@merchant-console/protocol';
import { requestOf } from '@merchant-console/ra-provider/contracts';
import { createApiLayer } from '#tests/support/apiLayer.ts';

const PAGE = { pagination: { page: 2, perPage: 10 }, sort: { field: 'user_id', order: 'ASC' } } as const;

describe('a resource of json-server', () => {
  const addressOf = async (filter: Record<string, unknown>, endpoints: Endpoints = {}) => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (...call) => {
      asked.push(decodeURIComponent(requestOf(...call).url));
      return Promise.resolve(Response.json([], { headers: { 'X-Total-Count': '0' } }));
    };
    const mapping = {
      endpoint: 'posts',
      endpoints,
      envelope: 'json-server',
      places: { user_id: 'userId' },
    } as const;
    const { dataProvider } = createApiLayer(fetch, undefined, (name) => ({ name, ...mapping }));
    await dataProvider.getList('posts', { ...PAGE, filter });
    return asked.join(' ').replace(/^.*(?=\/prod-api)/, '');
  };
  const LIST = '/prod-api/posts?_page=2&_limit=10&_sort=userId&_order=ASC';

  it.each([
    [{}, ''],
    [{ q: 'a&b' }, '&q=a&b'],
    [{ user_id: 5, views_gte: 0 }, '&userId=5&views_gte=0'],
    [{ user_id: ['1', '2'], title_neq: 'x' }, '&userId=1&userId=2&title_ne=x'],
    [{ title_like: 'a.b (c)' }, String.raw`&title_like=a\.b+\(c\)`],
    [{ title: '', user_id: null }, ''],
  ])('has a parameter for each condition of %j', async (filter, parameters) => {
    expect(await addressOf(filter)).toBe(LIST + parameters);
  });

  it('sends only the parameters of a list that the declaration maps itself', async () => {
    const query = { state: '$filter.status' };
    const list = { path: 'mine', query, rows: '$', total: { header: 'X-Total-Count' } };
    expect(await addressOf({ status: 'open' }, { list })).toBe('/prod-api/mine?state=open');
  });

  it('makes no request with a condition that it lacks', async () => {
    await expect(addressOf({ views_gt: 5 })).rejects.toMatchObject({
      messageKey: 'errors.filter_not_mapped',
      messageArgs: { resource: 'posts', filter: 'views_gt' },
    });
  });
});
