import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const articles = {
  version: 1,
  name: 'articles',
  storage: 'table',
  tree: 'parent_id',
  order: 'position',
  records: { see: { field: 'state', eq: 'shown' } },
  fields: [
    { source: 'title', type: 'text', required: true, search: true },
    { source: 'parent_id', type: 'reference', reference: 'articles', filter: 'eq' },
    { source: 'position', type: 'integer' },
    { source: 'state', type: 'enum', choices: [{ id: 'shown' }, { id: 'hidden' }], default: 'shown' },
  ],
  actions: [{ key: 'hide', set: { state: 'hidden' } }],
};

interface Level {
  records: { id: string; title: string }[];
  parents: string[];
  matches: string[] | null;
  total: number;
}

describe('the calls of records in a tree', () => {
  let world: World;
  let token: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { articles } });
    token = (await world.signIn('demo')).login_token;
    for (const [title, parent] of [
      ['Guide', null],
      ['News', null],
      ['Install', 'Guide'],
      ['Linux', 'Install'],
      ['Windows', 'Install'],
    ] as const) {
      const payload = { title, ...(parent !== null && { parent_id: ids[parent] }) };
      ids[title] = (await send<{ id: string }>('POST', 'articles', payload)).data.id;
    }
  });
  afterAll(() => world.close());

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the answer
  async function send<T>(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
    const answer = await world.call({ method, url: `/prod-api/${path}`, token, ...(payload && { payload }) });
    return { status: answer.statusCode, ...answer.json<{ data: T }>() };
  }
  const level = async (query = '') => {
    const { data } = await send<Level>('GET', `articles/arranged${query}`);
    const titleOf = (id: string) => Object.keys(ids).find((title) => ids[title] === id) ?? id;
    return {
      titles: data.records.map(({ title }) => title),
      parents: data.parents.map(titleOf).toSorted(),
      matches: data.matches?.map(titleOf) ?? null,
      total: data.total,
    };
  };
  const move = (title: string, to: object) => send<{ errors?: object }>('POST', `articles/${ids[title]}/move`, to);

  it('return one level in its order, with which of them have others below', async () => {
    expect(await level()).toEqual({ titles: ['Guide', 'News'], parents: ['Guide'], matches: null, total: 2 });
    expect(await level(`?parent=${ids['Install']}`)).toMatchObject({ titles: ['Linux', 'Windows'], parents: [] });
  });

  it('return what is found with its ancestors', async () => {
    const found = await level(`?${new URLSearchParams({ filter: '{"q":"linux"}' })}`);
    expect(found.titles.toSorted()).toEqual(['Guide', 'Install', 'Linux']);
    expect(found).toMatchObject({ matches: ['Linux'], total: 1 });
  });

  it('move a record, but not below itself, and not by those who may not edit', async () => {
    expect((await move('News', { after: null })).status).toBe(200);
    expect((await level()).titles).toEqual(['News', 'Guide']);
    expect((await move('Windows', { parent: ids['News'] ?? '' })).status).toBe(200);
    expect((await level(`?parent=${ids['News']}`)).titles).toEqual(['Windows']);
    const refused = await move('Guide', { parent: ids['Linux'] ?? '' });
    expect(refused).toMatchObject({ status: 422, data: { errors: { parent_id: expect.stringContaining('below') } } });
    const viewer = (await world.signIn('viewer')).login_token;
    const url = `/prod-api/articles/${ids['Guide']}/move`;
    expect((await world.call({ method: 'POST', url, token: viewer, payload: {} })).statusCode).toBe(403);
    expect((await send('PUT', `articles/${ids['Guide']}`, { position: 1 })).status).toBe(422);
  });

  it('show records below one that the user may not see at the top, and tell nothing of those that are hidden', async () => {
    await send('POST', `articles/${ids['Install']}/hide`, {});
    const top = await level();
    expect(top.titles.toSorted()).toEqual(['Guide', 'Linux', 'News']);
    expect(top.parents).toEqual(['News']);
    const found = await level(`?${new URLSearchParams({ filter: '{"q":"linux"}' })}`);
    expect(found.titles).toEqual(['Linux']);
  });
});
