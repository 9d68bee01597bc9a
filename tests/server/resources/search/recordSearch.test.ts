import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundRecord } from '#shared/contract/recordSearch.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

/** Tickets whose secret number only some users may see. */
const tickets = {
  version: 1,
  name: 'tickets',
  storage: 'table',
  tenants: ['merchant'],
  recordRepresentation: 'ticket_no',
  fields: [
    { source: 'ticket_no', type: 'text', search: true, sortable: true },
    { source: 'secret_no', type: 'text', search: true, permission: 'see_secret' },
    {
      source: 'mails',
      type: 'group',
      many: true,
      search: true,
      permission: 'see_secret',
      fields: [
        { source: 'kind', type: 'enum', choices: [{ id: 'work' }] },
        { source: 'address', type: 'text', required: true },
      ],
    },
  ],
  list: { sort: { field: 'ticket_no', order: 'DESC' } },
};

describe('the search for a number in all resources', () => {
  let world: World;
  let token: string;
  /** Token of a user with the owner's permissions, except for those that a test removes. */
  let viewer: string;
  let order: { id: string; order_no: string; merchant_order_no: string };

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 60, resources: { tickets } });
    token = (await world.signIn('demo')).login_token;
    viewer = (await world.signIn('viewer')).login_token;
    const orders = await world.call({ url: '/prod-api/orders?range=[0,0]', token });
    [order] = orders.json<{ data: [typeof order] }>().data;
    for (const [ticket_no, secret_no] of [
      ['T-0001', 'S-9001'],
      ['T-00012', 'S-9002'],
    ]) {
      const mails = ['ada', 'anna'].map((name) => ({ address: `${name}@${secret_no}.example` }));
      const payload = { ticket_no, secret_no, mails };
      const made = await world.call({ method: 'POST', url: '/prod-api/tickets', payload, token });
      expect(made.statusCode).toBe(201);
    }
    await permit('list', 'show');
  });
  afterAll(() => world.close());

  async function search(q: string, as = token): Promise<FoundRecord[]> {
    const url = `/prod-api/record-search?q=${encodeURIComponent(q)}`;
    const answer = await world.call({ url, token: as });
    expect(answer.statusCode).toBe(200);
    return answer.json<{ data: FoundRecord[] }>().data;
  }

  /** Sets the viewer's permissions on tickets. */
  async function permit(...actions: string[]): Promise<void> {
    const { kysely } = world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    await kysely
      .deleteFrom('role_permissions')
      .where('merchant_id', '=', role.merchant_id)
      .where('role_id', '=', role.id)
      .where('permission', 'like', 'tickets.%')
      .execute();
    const rows = actions.map((action) => ({
      merchant_id: role.merchant_id,
      role_id: role.id,
      permission: `tickets.${action}`,
    }));
    if (rows.length > 0) await kysely.insertInto('role_permissions').values(rows).execute();
  }

  it('finds a record by a text in its groups, for those who may see them', async () => {
    const detail = 'anna@S-9001.example';
    expect(await search('anna@S-9001')).toMatchObject([{ resource: 'tickets', label: 'T-0001', detail }]);
    expect(await search('anna@S-9001', viewer)).toEqual([]);
    const { data } = (await world.call({ url: '/prod-api/tickets', token: viewer })).json<{ data: object[] }>();
    expect(data).toHaveLength(2);
    for (const record of data) expect(record).not.toHaveProperty('mails');
    await permit('list', 'show', 'see_secret');
    expect(await search('anna@S-9001', viewer)).toMatchObject([{ detail }]);
    await permit('list', 'show');
  });

  it('finds an order by each of its numbers, and names the field', async () => {
    const found = { resource: 'orders', id: order.id, label: order.order_no };
    expect(await search(order.order_no)).toContainEqual(found);
    expect(await search(` ${order.order_no} `)).toContainEqual(found);
    expect(await search(order.merchant_order_no)).toContainEqual({ ...found, detail: order.merchant_order_no });
  });

  it('finds numbers that begin with the text, exact matches first', async () => {
    expect((await search('T-000')).map(({ label }) => label)).toEqual(['T-00012', 'T-0001']);
    expect((await search('T-00012')).map(({ label }) => label)).toEqual(['T-00012']);
    expect((await search('T-0001')).map(({ label }) => label)).toEqual(['T-0001', 'T-00012']);
  });

  it('treats SQL wildcards literally', async () => {
    expect(await search('%%%%')).toEqual([]);
    expect(await search('T____1')).toEqual([]);
  });

  it('returns ten at most', async () => {
    expect(await search(order.order_no.slice(0, 4))).toHaveLength(10);
  });

  it("finds nothing of other tenants, except merchants' records for operators", async () => {
    const { login_token: operator } = await world.signIn('operator');
    const found = await search(order.order_no, operator);
    expect(found).toEqual([expect.objectContaining({ resource: 'platform_orders', id: order.id })]);
    expect(await search('T-0001', operator)).toEqual([]);
    for (const user of ['tokyo', 'sub']) {
      const { login_token: foreign } = await world.signIn(user);
      const ids = (await search(order.order_no, foreign)).map(({ id }) => id);
      expect([user, ids]).toEqual([user, []]);
      expect(await search('T-0001', foreign)).toEqual([]);
    }
  });

  it.each([[[]], [['list']], [['show']]])('finds nothing for a user with the permissions %j', async (rights) => {
    await permit(...rights);
    expect(await search('T-0001', viewer)).toEqual([]);
  });

  it('neither searches nor returns a field that the user may not see', async () => {
    await permit('list', 'show');
    expect(await search('S-9001', viewer)).toEqual([]);
    expect(await search('T-0001', viewer)).toHaveLength(2);
    expect(JSON.stringify(await search('T-0001', viewer))).not.toContain('S-9');
    await permit('list', 'show', 'see_secret');
    expect(await search('S-9001', viewer)).toMatchObject([{ label: 'T-0001', detail: 'S-9001' }]);
  });

  it.each(['', 'abc', '   a   ', 'x'.repeat(65)])('rejects %j', async (q) => {
    const answer = await world.call({ url: `/prod-api/record-search?q=${encodeURIComponent(q)}`, token });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).not.toMatchObject({ code: 400 });
  });

  it('requires a session', async () => {
    const answer = await world.call({ url: `/prod-api/record-search?q=${order.order_no}` });
    expect(answer.json()).toMatchObject({ code: 400 });
  });
});
