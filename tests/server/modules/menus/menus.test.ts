import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { menuOutline } from '#shared/contract/menus.ts';
import { MENU_VERSION_HEADER } from '#shared/contract/menuVersion.ts';
import { menuTreeSchema } from '#shared/contract/session.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const recordSchema = z.looseObject({ id: z.string(), revision: z.int() });
const answerSchema = z.object({ data: z.unknown() });

describe('the entries of a menu', () => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 0 });
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

  it('are in the tree immediately, with their title and position', async () => {
    const group = await created({
      url_name: 'suppliers',
      component_path: null,
      title_en: 'Suppliers',
      title_zh: '供应商',
    });
    const page = await created({ url_name: 'all', parent_id: group.id, icon: 'list', position: 2 });
    const entry = (await tree()).find(({ id }) => id === group.id);
    expect(entry).toMatchObject({
      url_name: 'suppliers',
      title: { en: 'Suppliers', zh: '供应商' },
      is_hidden: 0,
      children: [{ id: page.id, url_name: 'all', icon: 'list', index: 2, component_path: 'orders' }],
    });
    await send('PUT', `/menus/${page.id}`, { revision: page.revision, is_hidden: true, title_ja: '一覧' });
    const changed = (await tree()).find(({ id }) => id === group.id)?.children?.[0];
    expect(changed).toMatchObject({ is_hidden: 1, title: { en: 'Page', ja: '一覧' } });
  });

  it('have the icon of their page unless they have one of their own', async () => {
    const iconed = { version: 1, name: 'iconed', storage: 'table', icon: 'wallet' };
    await world.writeResource('iconed', { ...iconed, fields: [{ source: 'name', type: 'text' }] });
    const iconOfPage = async () => {
      const { pages } = menuOutline.data.parse((await send('GET', '/menus/outline')).data);
      return pages.find(({ component_path }) => component_path === 'iconed')?.icon;
    };
    await expect.poll(iconOfPage).toBe('wallet');
    const iconOf = async (id: string) => (await tree()).find((entry) => entry.id === id)?.icon;
    const plain = await created({ url_name: 'plain', component_path: 'iconed' });
    const own = await created({ url_name: 'own', component_path: 'iconed', icon: 'key' });
    expect([await iconOf(plain.id), await iconOf(own.id)]).toEqual(['wallet', 'key']);
  });

  it('name the first page of the roles that a dashboard is for', async () => {
    const cards = [{ type: 'list', reference: 'orders' }];
    const write = (firstPageOf: string[]) =>
      world.writeResource('start', {
        version: 1,
        name: 'start',
        kind: 'dashboard',
        firstPageOf,
        tenants: 'all',
        cards,
      });
    const first = async () => (await tree()).filter((entry) => entry.is_first === 1).map(({ url_name }) => url_name);
    await write(['cashier']);
    const pages = async () => menuOutline.data.parse((await send('GET', '/menus/outline')).data).pages;
    await expect.poll(pages).toContainEqual(expect.objectContaining({ component_path: 'start' }));
    await created({ url_name: 'start', component_path: 'start' });
    expect(await first()).toEqual([]);
    await write(['cashier', ' owner']);
    await expect.poll(first).toEqual(['start']);
    // Cashiers have no permission for the page.
    expect(JSON.stringify((await world.signIn('cashier')).routers)).not.toContain('is_first');
  });

  it("show the product's titles by default, and keep those that a user has entered", async () => {
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

  it('have two levels and no cycles', async () => {
    const group = await created({ url_name: 'group', component_path: null });
    const page = await created({ url_name: 'page', parent_id: group.id });
    expect(await refusal({ url_name: 'deeper', parent_id: page.id })).toEqual([422, ['parent_id']]);
    for (const parent_id of [page.id, group.id]) {
      expect((await send('PUT', `/menus/${group.id}`, { parent_id })).data).toHaveProperty('errors.parent_id');
    }
  });

  it('name an existing page', async () => {
    expect(await refusal({ url_name: 'x', component_path: 'no_such_page' })).toEqual([422, ['component_path']]);
    expect(await refusal({ url_name: 'x', component_path: 'configurationProblems' })).toEqual([
      422,
      ['component_path'],
    ]);
    await created({ url_name: 'problems', component_path: 'statements' });
  });

  it.each(['two words', '../up', '/a//b', '?x=1', 'javascript:alert(1)//', ''])(
    "can't have an address like %j",
    async (url_name) => {
      expect(await refusal({ url_name })).toEqual([422, ['url_name']]);
    },
  );

  it('have unique addresses, also when their group is renamed', async () => {
    expect(await refusal({ url_name: '/orderList' })).toEqual([422, ['url_name']]);
    const group = await created({ url_name: 'first', component_path: null });
    await created({ url_name: 'list', parent_id: group.id });
    await created({ url_name: '/second/list' });
    const renamed = await send('PUT', `/menus/${group.id}`, { url_name: 'second' });
    expect([renamed.status, renamed.data]).toMatchObject([422, { errors: { url_name: expect.any(String) } }]);
  });

  it('have unique addresses when two are created concurrently', async () => {
    const both = await Promise.all([create({ url_name: 'at_once' }), create({ url_name: 'at_once' })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  it("can't be deleted while they contain pages", async () => {
    const group = await created({ url_name: 'full', component_path: null });
    const page = await created({ url_name: 'inside', parent_id: group.id });
    expect((await send('DELETE', `/menus/${group.id}`)).status).toBe(409);
    expect((await send('DELETE', `/menus/${page.id}`)).status).toBe(200);
    expect((await send('DELETE', `/menus/${group.id}`)).status).toBe(200);
    expect((await tree()).some(({ id }) => id === group.id)).toBe(false);
  });

  const move = (entry: { id: string; revision: number }, parent_id: string | null, position: number) =>
    send('POST', '/menus/move', { id: entry.id, revision: entry.revision, parent_id, position });
  const read = async (id: string) => recordSchema.parse((await send('GET', `/menus/${id}`)).data);
  const errorsOf = ({ data }: { data: unknown }) =>
    z.object({ errors: z.record(z.string(), z.string()) }).parse(data).errors;
  async function outline() {
    const { data } = await send('GET', '/menus/outline');
    return menuOutline.data.parse(data);
  }
  const named = async (componentPath: string) => {
    const found = (await outline()).entries.find((entry) => entry.component_path === componentPath);
    if (!found) throw new Error(`The menu has no ${componentPath}`);
    return found;
  };

  it('can be moved; their new neighbours are renumbered and links to them are updated', async () => {
    const [from, to] = [
      await created({ url_name: 'from', component_path: null }),
      await created({ url_name: 'to', component_path: null }),
    ];
    const page = await created({ url_name: 'moved', parent_id: from.id });
    const first = await created({ url_name: 'first_there', parent_id: to.id, position: 7 });
    const link = await created({ url_name: 'link', component_path: null, redirect: '/from/moved' });
    expect((await move(page, to.id, 1)).status).toBe(200);
    expect([await read(page.id), await read(first.id), await read(link.id)]).toMatchObject([
      { parent_id: to.id, position: 1 },
      { parent_id: to.id, position: 2 },
      { redirect: '/to/moved', revision: link.revision + 1 },
    ]);
    const [told] = z.array(z.unknown()).parse((await send('GET', `/menus/${page.id}/timeline`)).data);
    expect(told).toMatchObject({ action: 'menus.move' });
    expect((await move(page, null, 1)).status).toBe(409);
    expect((await move(await read(to.id), from.id, 1)).data).toHaveProperty('errors.parent_id');
  });

  it('keep two levels when two are moved into each other concurrently', async () => {
    const [one, two] = [
      await created({ url_name: 'pair_a', component_path: 'orders' }),
      await created({ url_name: 'pair_b', component_path: 'orders' }),
    ];
    const both = await Promise.all([move(one, two.id, 1), move(two, one.id, 1)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const parents = (await outline()).entries.filter(({ id }) => id === one.id || id === two.id);
    expect(parents.filter(({ parent_id }) => parent_id === null)).toHaveLength(1);
  });

  it.each(['/login', '/redirect/x', '401', '/404', 'auth-redirect', '/prod-api/x', '/dashboard'])(
    "can't use %s, which belongs to the console",
    async (url_name) => {
      expect(await refusal({ url_name })).toEqual([422, ['url_name']]);
    },
  );

  it("redirect only to existing pages, which can't be removed while they are a target", async () => {
    expect(await refusal({ url_name: 'lost', redirect: '/no/such' })).toEqual([422, ['redirect']]);
    expect(await refusal({ url_name: 'self', redirect: '/self' })).toEqual([422, ['redirect']]);
    const target = await created({ url_name: 'target' });
    const [a, b] = [
      await created({ url_name: 'ring_a', component_path: null, redirect: '/target' }),
      await created({ url_name: 'ring_b', component_path: null, redirect: '/ring_a' }),
    ];
    expect(errorsOf(await send('PUT', `/menus/${a.id}`, { redirect: '/ring_b' }))).toHaveProperty('redirect');
    expect((await send('DELETE', `/menus/${target.id}`)).data).toMatchObject({ error: 'menu_redirected_to' });
    await send('PUT', `/menus/${target.id}`, { url_name: 'renamed' });
    expect(await read(a.id)).toMatchObject({ redirect: '/renamed' });
    await created({ url_name: 'outside', component_path: null, redirect: 'https://example.com/help' });
    expect((await tree()).find(({ url_name }) => url_name === b['url_name'])).toMatchObject({ redirect: '/ring_a' });
  });

  it('always keep the page on which they are edited', async () => {
    const { id, parent_id } = await named('menus');
    expect(errorsOf(await send('PUT', `/menus/${id}`, { is_hidden: true }))).toHaveProperty('is_hidden');
    expect(errorsOf(await send('PUT', `/menus/${id}`, { component_path: 'orders' }))).toHaveProperty('component_path');
    expect(errorsOf(await send('PUT', `/menus/${parent_id}`, { is_hidden: true }))).toHaveProperty('is_hidden');
    expect((await send('DELETE', `/menus/${id}`)).data).toMatchObject({ error: 'menu_way_back' });
  });

  it('show only pages that the tenant can have', async () => {
    const { pages } = await outline();
    expect(pages.map(({ component_path }) => component_path)).not.toContain('merchants');
    expect(pages.find(({ component_path }) => component_path === 'orders')).toMatchObject({
      title: 'menu.orderList',
      is_resource: true,
      permissions: expect.arrayContaining(['orders.list']),
    });
    expect(await refusal({ url_name: 'foreign', component_path: 'merchants' })).toEqual([422, ['component_path']]);
  });

  it('are restored from the template if the menu lacks them, unless the address is taken', async () => {
    const missing = async () => z.array(z.unknown()).parse((await send('GET', '/menus/missing')).data);
    expect(await missing()).toEqual([]);
    const [cards, audit] = [await named('bankcards'), await named('audit_logs')];
    for (const { id } of [cards, audit]) expect((await send('DELETE', `/menus/${id}`)).status).toBe(200);
    const inTheWay = await created({ url_name: '/bankcard' });
    expect(await missing()).toMatchObject([
      { address: '/access/auditLogs', is_taken: false },
      { address: '/bankcard', is_taken: true },
    ]);
    expect((await send('POST', '/menus/missing')).data).toEqual({ added: 1 });
    expect(await named('audit_logs')).toMatchObject({ parent_id: audit.parent_id });
    await send('DELETE', `/menus/${inTheWay.id}`);
    expect((await send('POST', '/menus/missing')).data).toEqual({ added: 1 });
    expect(await missing()).toEqual([]);
  });

  it("have a version in each response, which changes with the menu and with the user's rights", async () => {
    const version = async () => {
      const answer = await world.call({ token: other, method: 'GET', url: '/prod-api/orders' });
      return String(answer.headers[MENU_VERSION_HEADER.toLowerCase()]);
    };
    const other = (await world.signIn('viewer')).login_token;
    const before = await version();
    expect(await version()).toBe(before);
    await created({ url_name: 'versioned' });
    const changed = await version();
    expect(changed).not.toBe(before);
    const granted = world.db.kysely.deleteFrom('role_permissions').where('permission', '=', 'orders.list');
    await granted.execute();
    expect(await version()).not.toBe(changed);
  });

  it('have an audit log of their changes', async () => {
    const entry = await created({ url_name: 'watched' });
    await send('PUT', `/menus/${entry.id}`, { icon: 'key' });
    const timeline = await send('GET', `/menus/${entry.id}/timeline`);
    expect(timeline.data).toMatchObject([
      { action: 'menus.edit', actor: '林晓', changes: [{ source: 'icon', before: null, after: 'key' }] },
      { action: 'menus.create' },
    ]);
  });

  it('belong to their tenant', async () => {
    const entry = await created({ url_name: 'ours' });
    const stranger = (await world.signIn('tokyo')).login_token;
    const url = `/prod-api/menus/${entry.id}`;
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await world.call({ token: stranger, method, url, ...(method === 'PUT' ? { payload: {} } : {}) });
      expect(answer.statusCode).toBe(404);
    }
  });
});
