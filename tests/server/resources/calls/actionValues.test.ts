import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const contracts = {
  version: 1,
  name: 'contracts',
  storage: 'table',
  tenants: ['merchant'],
  fields: [
    { source: 'title', type: 'text' },
    { source: 'cost', type: 'money', permission: 'see_cost' },
    { source: 'is_secret', type: 'boolean', default: false },
    { source: 'note', type: 'text', when: { field: 'is_secret', eq: false } },
    { source: 'note_author', type: 'text', when: { field: 'note', ne: null } },
    { source: 'signed_on', type: 'date' },
    { source: 'signed_at', type: 'datetime' },
  ],
  actions: [
    { key: 'hide', scope: 'bulk', set: { is_secret: true } },
    { key: 'write', form: [{ source: 'text', type: 'text' }], set: { note: '$form.text' } },
    { key: 'sign', set: { signed_on: '$now', signed_at: '$now' } },
    {
      key: 'revise',
      form: [
        { source: 'new_title', type: 'text' },
        { source: 'new_cost', type: 'money', permission: 'see_cost' },
      ],
      set: { title: '$form.new_title', cost: '$form.new_cost' },
    },
  ],
};

describe('the values that an action sets', () => {
  let world: World;
  let owner: string;
  /** Token of a user who may do everything with contracts except see their cost. */
  let viewer: string;

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { contracts } });
    const { kysely } = world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    const { merchant_id, id: role_id } = role;
    await kysely
      .insertInto('role_permissions')
      .values(['list', 'show', 'revise'].map((key) => ({ merchant_id, role_id, permission: `contracts.${key}` })))
      .execute();
    owner = (await world.signIn('demo')).login_token;
    viewer = (await world.signIn('viewer')).login_token;
  });
  afterAll(() => world.close());

  async function send(method: 'GET' | 'POST', path: string, payload?: object, token = owner) {
    const answer = await world.call({ method, url: `/prod-api/contracts${path}`, token, ...(payload && { payload }) });
    expect(answer.statusCode).toBeLessThan(300);
    return answer.json<{ data: Record<string, unknown> & { id: string } }>().data;
  }
  const create = async (values: object) => (await send('POST', '', values)).id;

  it("keep a field whose value comes from a part of the form that the caller can't see", async () => {
    const id = await create({ title: 'Lease', cost: '500' });
    await send('POST', `/${id}/revise`, { new_title: 'Rent' }, viewer);
    expect(await send('GET', `/${id}`)).toMatchObject({ title: 'Rent', cost: '500' });
  });

  it('empty a field whose value the caller has left empty', async () => {
    const id = await create({ title: 'Lease', cost: '500' });
    await send('POST', `/${id}/revise`, { new_title: 'Rent' });
    expect(await send('GET', `/${id}`)).toMatchObject({ title: 'Rent', cost: null });
  });

  it("take the day of the tenant's time zone as today", async () => {
    // 23:59:59 and 00:00:00 in Shanghai.
    for (const [now, today] of [
      ['2027-01-01T15:59:59.000Z', '2027-01-01'],
      ['2027-01-01T16:00:00.000Z', '2027-01-02'],
    ] as const) {
      world.clock.advance((Date.parse(now) - 60_000 - world.clock.now().getTime()) / 1000);
      owner = (await world.signIn('demo')).login_token;
      const id = await create({ title: 'Lease' });
      world.clock.advance((Date.parse(now) - world.clock.now().getTime()) / 1000);
      expect(await send('POST', `/${id}/sign`, {})).toMatchObject({ signed_on: today, signed_at: now });
    }
  });

  it('empty the fields whose condition no longer holds, of each record, as a changed form does', async () => {
    const [annotated, bare] = [
      await create({ title: 'a', cost: '1', note: 'x', note_author: 'Zoë' }),
      await create({ title: 'b', cost: '2' }),
    ];
    expect(await send('POST', '/hide', { ids: [annotated, bare] })).toEqual({ done: 2 });
    const emptied = { is_secret: true, note: null, note_author: null };
    expect(await send('GET', `/${annotated}`)).toMatchObject({ ...emptied, title: 'a', cost: '1', revision: 2 });
    expect(await send('GET', `/${bare}`)).toMatchObject({ ...emptied, title: 'b', cost: '2', revision: 2 });
    expect(await send('POST', `/${bare}/write`, { text: 'y' })).toMatchObject({ note: null });
  });

  it('keep the fields whose condition holds', async () => {
    const id = await create({ title: 'a', note: 'x', note_author: 'Zoë' });
    expect(await send('POST', `/${id}/write`, { text: 'y' })).toMatchObject({ note: 'y', note_author: 'Zoë' });
  });
});
