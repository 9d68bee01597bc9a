import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deals, HIDDEN, visits } from '#tests/support/hiddenFields.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const OPERATIONS = ['list', 'show', 'create', 'edit', 'delete', 'export', 'settle'];

describe('the responses to a user who lacks the permission of some fields', () => {
  let world: World;
  let owner: string;
  /** Token of a user who may do everything with deals except see their margins. */
  let viewer: string;
  let ids: string[];

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { deals, visits } });
    const { kysely } = world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    const granted = [...OPERATIONS.map((one) => `deals.${one}`), 'visits.list', 'visits.export', 'audit_logs.list'];
    await kysely
      .insertInto('role_permissions')
      .values(
        [...granted, 'audit_logs.show'].map((permission) => ({
          merchant_id: role.merchant_id,
          role_id: role.id,
          permission,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    owner = (await world.signIn('demo')).login_token;
    viewer = (await world.signIn('viewer')).login_token;
    ids = await Promise.all(['Borealis', 'Acme', 'Cygnus'].map((title) => make(title)));
  });
  afterAll(() => world.close());

  async function make(title: string, more: object = {}): Promise<string> {
    const payload = {
      title,
      margin_note: `margin of ${title}`,
      price: '100',
      margin: '40',
      margin_reason: 'margin',
      ...more,
    };
    const made = await world.call({ method: 'POST', url: '/prod-api/deals', token: owner, payload });
    return made.json<{ data: { id: string } }>().data.id;
  }
  const get = (path: string, token = viewer) => world.call({ url: `/prod-api/${path}`, token });

  it.each([
    ['the list', () => get('deals')],
    ['the list by its ids', () => get(`deals?filter=${JSON.stringify({ id: ids })}`)],
    ['a search', () => get(`deals?filter=${JSON.stringify({ q: 'Acme' })}`)],
    ['the summary', () => get('deals/summary')],
    ['a record', () => get(`deals/${ids[0]}`)],
    ['its timeline', () => get(`deals/${ids[0]}/timeline`)],
    ['an export', () => get('deals/export')],
    ['the search of all resources', () => get('record-search?q=Acme')],
    ['the audit log', () => get(`audit-logs?filter=${JSON.stringify({ resource: 'deals' })}`)],
  ])("don't reveal them: %s", async (_, ask) => {
    const answer = await ask();
    expect([answer.statusCode, answer.body.length > 20]).toEqual([200, true]);
    expect(answer.body).not.toContain(HIDDEN);
  });

  it('list records in an order that the user may see', async () => {
    const titles = (await get('deals')).json<{ data: { title: string }[] }>().data.map(({ title }) => title);
    expect(titles).toEqual(['Acme', 'Borealis', 'Cygnus']);
  });

  it.each([
    ['filter', 'deals?filter={"margin_gte":"1"}'],
    ['filter of a computed one', 'deals?filter={"net_of_margin":"1"}'],
    ['sort', 'deals?sort=["margin","ASC"]'],
    ['export column', 'deals/export?columns=["title","margin"]'],
  ])('reject them as %s, like unknown fields', async (_, path) => {
    expect((await get(path)).statusCode).toBe(422);
    expect((await get(path, owner)).statusCode).toBe(path.includes('net_of') ? 422 : 200);
  });

  it('find nothing by the text of a hidden field', async () => {
    const found = await get(`deals?filter=${JSON.stringify({ q: 'margin of' })}`);
    expect(found.json()).toMatchObject({ data: [] });
  });

  it('show records under names that the user may see, in files and in errors', async () => {
    await world.call({
      method: 'POST',
      url: '/prod-api/visits',
      token: owner,
      payload: { place: 'x', deal_id: ids[0] },
    });
    const file = (await get('visits/export')).body;
    expect(file).toContain('Borealis');
    expect(file).not.toContain(HIDDEN);
    const kept = await make('kept', { margin: '1' });
    for (const [method, path] of [
      ['PUT', `deals/${kept}`],
      ['DELETE', `deals/${kept}`],
      ['POST', `deals/${kept}/settle`],
    ] as const) {
      const refused = await world.call({ method, url: `/prod-api/${path}`, token: viewer, payload: { title: 'z' } });
      expect(refused.body).not.toContain(HIDDEN);
      expect([409, 422]).toContain(refused.statusCode);
    }
  });

  it('keep hidden values, and those that depend on them, when the user changes a record', async () => {
    const id = await make('changed');
    const seen = (await get(`deals/${id}`)).json<{ data: object }>().data;
    const payload = { ...seen, city: 'Lima' };
    const changed = await world.call({ method: 'PUT', url: `/prod-api/deals/${id}`, token: viewer, payload });
    expect(changed.statusCode).toBe(200);
    expect((await get(`deals/${id}`, owner)).json()).toMatchObject({
      data: { city: 'Lima', margin: '40', margin_reason: 'margin', margin_note: 'margin of changed' },
    });
  });

  it('reject any value for them, even the current one', async () => {
    const payload = { margin_reason: 'margin' };
    const refused = await world.call({ method: 'PUT', url: `/prod-api/deals/${ids[0]}`, token: viewer, payload });
    expect(refused.json()).toMatchObject({ data: { errors: { margin_reason: expect.any(String) } } });
    const form = { note: 'x', margin_given: 'y' };
    const url = `/prod-api/deals/${ids[0]}/settle`;
    const action = await world.call({ method: 'POST', url, token: viewer, payload: form });
    expect(action.json()).toMatchObject({ data: { errors: { margin_given: expect.any(String) } } });
  });

  it('report a missing value without naming its field', async () => {
    const refused = await world.call({
      method: 'POST',
      url: '/prod-api/deals',
      token: viewer,
      payload: { title: 'new' },
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json<{ data: { errors: object } }>().data.errors).toEqual({ '': expect.any(String) });
    expect(refused.body).not.toContain(HIDDEN);
  });

  it('show all of them to users with the permission', async () => {
    expect((await get(`deals/${ids[0]}`, owner)).json()).toMatchObject({
      data: { margin: '40', net_of_margin: '60' },
    });
    const log = await get(`audit-logs?filter=${JSON.stringify({ resource: 'deals' })}`, owner);
    expect(log.body).toContain('margin of Borealis');
  });
});
