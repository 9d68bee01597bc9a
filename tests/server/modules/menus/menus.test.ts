import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { menuTreeSchema } from '#shared/contract/session.ts';
import { DATABASE_KINDS } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const recordSchema = z.looseObject({ id: z.string(), revision: z.int() });
const answerSchema = z.object({ data: z.unknown() });

describe.each(DATABASE_KINDS)('the entries of a menu (%s)', (kind) => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await startWorld(kind, { orders: 0 });
    token = (await world.signIn('demo')).login_token;
  });
  afterAll(() => world.close());

  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
    const answer = await world.call({ token, method, url: `/prod-api${path}`, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, data: answerSchema.parse(answer.json()).data };
  }
  const create = (values: object) => send('POST', '/menus', { title_en: 'Page', component_path: 'orders', ...values });
  async function created(values: object) {
    const { status, data } = await create(values);
    expect(status).toBe(201);
    return recordSchema.parse(data);
  }
  const refusal = async (values: object) => {
    const { status, data } = await create(values);
    return [status, Object.keys(z.object({ errors: z.record(z.string(), z.string()) }).parse(data).errors)];
  };
  const tree = async () => menuTreeSchema.parse((await send('GET', '/menu-tree')).data);

  it('are in the tree at once, with their words and place', async () => {
    const group = await created({
      url_name: 'suppliers',
      component_path: null,
      title_en: 'Suppliers',
      title_zh: '供应商',
    });
    const page = await created({ url_name: 'all', parent_id: group.id, icon: 'list', position: 2 });
    const entry = (await tree()).find(({ id }) => id === group.id);
    expect(entry).toMatchObject({
      ...{ url_name: 'suppliers', title: { en: 'Suppliers', zh: '供应商' }, is_hidden: 0 },
      children: [{ id: page.id, url_name: 'all', icon: 'list', index: 2, component_path: 'orders' }],
    });
    await send('PUT', `/menus/${page.id}`, { revision: page.revision, is_hidden: true, title_ja: '一覧' });
    const changed = (await tree()).find(({ id }) => id === group.id)?.children?.[0];
    expect(changed).toMatchObject({ is_hidden: 1, title: { en: 'Page', ja: '一覧' } });
  });

  it('show the words of the product where nobody has typed others, and keep them until somebody does', async () => {
    const filter = encodeURIComponent(JSON.stringify({ component_path: 'payouts' }));
    const [entry] = z.array(recordSchema).parse((await send('GET', `/menus?filter=${filter}`)).data);
    expect(entry).toMatchObject({ title_en: 'Payout orders', title_zh: '代付订单' });
    await send('PUT', `/menus/${entry?.id}`, { position: 7 });
    const { title } = await world.db.kysely
      .selectFrom('menus')
      .where('id', '=', entry?.id ?? '')
      .select('title')
      .executeTakeFirstOrThrow();
    expect(title).toBe('menu.paymentOrder');
    const after = await send('PUT', `/menus/${entry?.id}`, { title_en: 'Money out' });
    expect(after.data).toMatchObject({ title_en: 'Money out', title_zh: '代付订单', position: 7 });
  });

  it('lie on two levels, and in no ring', async () => {
    const group = await created({ url_name: 'group', component_path: null });
    const page = await created({ url_name: 'page', parent_id: group.id });
    expect(await refusal({ url_name: 'deeper', parent_id: page.id })).toEqual([422, ['parent_id']]);
    for (const parent_id of [page.id, group.id]) {
      expect((await send('PUT', `/menus/${group.id}`, { parent_id })).data).toHaveProperty('errors.parent_id');
    }
  });

  it('name a page that there is', async () => {
    expect(await refusal({ url_name: 'x', component_path: 'no_such_page' })).toEqual([422, ['component_path']]);
    await created({ url_name: 'problems', component_path: 'configurationProblems' });
  });

  it.each(['two words', '../up', '/a//b', '?x=1', 'javascript:alert(1)//', ''])(
    'have no address like %j',
    async (url_name) => {
      expect(await refusal({ url_name })).toEqual([422, ['url_name']]);
    },
  );

  it('have an address of their own, also when the entry above is renamed', async () => {
    expect(await refusal({ url_name: '/orderList' })).toEqual([422, ['url_name']]);
    const group = await created({ url_name: 'first', component_path: null });
    await created({ url_name: 'list', parent_id: group.id });
    await created({ url_name: '/second/list' });
    const renamed = await send('PUT', `/menus/${group.id}`, { url_name: 'second' });
    expect([renamed.status, renamed.data]).toMatchObject([422, { errors: { url_name: expect.any(String) } }]);
  });

  it('have an address of their own when two are made at the same time', async () => {
    const both = await Promise.all([create({ url_name: 'at_once' }), create({ url_name: 'at_once' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  it('are not deleted while pages lie below them', async () => {
    const group = await created({ url_name: 'full', component_path: null });
    const page = await created({ url_name: 'inside', parent_id: group.id });
    expect((await send('DELETE', `/menus/${group.id}`)).status).toBe(409);
    expect((await send('DELETE', `/menus/${page.id}`)).status).toBe(200);
    expect((await send('DELETE', `/menus/${group.id}`)).status).toBe(200);
    expect((await tree()).some(({ id }) => id === group.id)).toBe(false);
  });

  it('tell what was done with them', async () => {
    const entry = await created({ url_name: 'watched' });
    await send('PUT', `/menus/${entry.id}`, { icon: 'key' });
    const timeline = await send('GET', `/menus/${entry.id}/timeline`);
    expect(timeline.data).toMatchObject([
      { action: 'menus.edit', actor: '林晓', changes: [{ source: 'icon', before: null, after: 'key' }] },
      { action: 'menus.create' },
    ]);
  });

  it("are the tenant's own", async () => {
    const entry = await created({ url_name: 'ours' });
    const stranger = (await world.signIn('tokyo')).login_token;
    const url = `/prod-api/menus/${entry.id}`;
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await world.call({ token: stranger, method, url, ...(method === 'PUT' ? { payload: {} } : {}) });
      expect(answer.statusCode).toBe(404);
    }
  });
});
