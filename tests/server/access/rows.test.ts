import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const team_members = {
  version: 1,
  name: 'team_members',
  storage: 'table',
  fields: [
    { source: 'user_id', type: 'reference', reference: 'users', required: true },
    { source: 'team', type: 'text' },
  ],
};
const tickets = {
  version: 1,
  name: 'tickets',
  storage: 'table',
  recordRepresentation: 'subject',
  records: {
    see: {
      any: [
        { field: 'owner_id', eq: '$user' },
        { permission: 'see_all' },
        { field: 'team', in: '$user.team_members.team' },
      ],
    },
    write: { any: [{ field: 'owner_id', eq: '$user' }, { permission: 'see_all' }] },
  },
  rules: [
    {
      when: { not: { field: 'due_on', empty: true } },
      must: { field: 'due_on', gte: { field: 'opened_on' } },
      at: 'due_on',
      text: { en: 'After the day it was opened', ja: '受付日以降にしてください' },
    },
  ],
  fields: [
    { source: 'subject', type: 'text', required: true, search: true, filter: 'eq', sortable: true, unique: true },
    { source: 'owner_id', type: 'reference', reference: 'users', filter: 'eq' },
    { source: 'team', type: 'text', filter: 'eq' },
    { source: 'account', type: 'text', mask: 'card' },
    {
      source: 'price',
      type: 'money',
      filter: 'range',
      sortable: true,
      permission: { write: 'set_price' },
      default: '5',
    },
    { source: 'opened_on', type: 'date' },
    { source: 'due_on', type: 'date' },
    {
      source: 'resolution',
      type: 'longtext',
      required: { field: 'status', eq: 'solved' },
      readOnly: { field: 'status', eq: 'closed' },
    },
    { source: 'status', type: 'enum', default: 'new', choices: [{ id: 'new' }, { id: 'solved' }, { id: 'closed' }] },
    {
      source: 'kind',
      type: 'enum',
      filter: 'eq',
      permission: { write: 'set_kind' },
      default: 'bug',
      choices: [{ id: 'bug' }, { id: 'wish' }],
    },
    { source: 'proof', type: 'file' },
  ],
  list: { tabs: 'kind', summary: ['price'], sort: { field: 'subject', order: 'ASC' } },
  show: { timeline: true },
  actions: [
    { key: 'solve', set: { status: 'solved' } },
    { key: 'close_all', scope: 'bulk', set: { status: 'closed' } },
  ],
};
const replies = {
  version: 1,
  name: 'replies',
  storage: 'table',
  fields: [
    { source: 'text', type: 'text', filter: 'eq' },
    { source: 'ticket_id', type: 'reference', reference: 'tickets', filter: 'eq' },
  ],
};

const GRANTED = [
  ...['list', 'show', 'create', 'edit', 'delete', 'export', 'reveal', 'solve', 'close_all'].map(
    (key) => `tickets.${key}`,
  ),
  ...['list', 'show', 'create', 'export'].map((key) => `replies.${key}`),
  'audit_logs.list',
  'audit_logs.show',
  'audit_logs.export',
];

interface Made {
  id: string;
  revision: number;
}

describe('conditions on records and fields', () => {
  let world: World;
  /** May see all tickets. */
  let owner: string;
  let viewer: string;
  let viewerId: string;
  const made: Record<'mine' | 'team' | 'hidden', Made> = {
    mine: { id: '', revision: 0 },
    team: { id: '', revision: 0 },
    hidden: { id: '', revision: 0 },
  };

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { team_members, tickets, replies } });
    const { kysely } = world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    const granted = GRANTED.map((permission) => ({ merchant_id: role.merchant_id, role_id: role.id, permission }));
    await kysely
      .insertInto('role_permissions')
      .values(granted)
      .onConflict((one) => one.doNothing())
      .execute();
    const user = await kysely
      .selectFrom('users')
      .where('username', '=', 'viewer')
      .select('id')
      .executeTakeFirstOrThrow();
    viewerId = user.id;
    owner = (await world.signIn('demo')).login_token;
    viewer = (await world.signIn('viewer')).login_token;
    await send('POST', 'team-members', owner, { user_id: viewerId, team: 'north' });
    const account = '6222020200001111';
    made.mine = await create({ subject: 'Mine Secret', owner_id: viewerId, account });
    made.team = await create({ subject: 'Team Secret', team: 'north', account });
    made.hidden = await create({ subject: 'Hidden Secret', team: 'south', account });
    await send('POST', 'replies', owner, { text: 'r', ticket_id: made.hidden.id });
  });
  afterAll(() => world.close());

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token = viewer, payload?: object) =>
    world.call({ method, url: `/prod-api/${path}`, token, ...(payload && { payload }) });
  const create = async (values: object) => (await send('POST', 'tickets', owner, values)).json<{ data: Made }>().data;
  const filter = (value: object) => encodeURIComponent(JSON.stringify(value));

  it.each([
    ['a list', () => 'tickets'],
    ['a list by IDs', () => `tickets?filter=${filter({ id: Object.values(made).map(({ id }) => id) })}`],
    ['a list in another order', () => 'tickets?sort=["price","DESC"]'],
    ['a list by an exact value', () => `tickets?filter=${filter({ subject: 'Hidden Secret' })}`],
    ['a list by a field of the condition', () => `tickets?filter=${filter({ team: 'south' })}`],
    ['a search', () => `tickets?filter=${filter({ q: 'Hidden' })}`],
    ['the search of all resources', () => 'record-search?q=Hidden'],
    ['an export', () => 'tickets/export'],
    ['the names in another export', () => 'replies/export'],
    ['the audit log', () => `audit-logs?filter=${filter({ resource: 'tickets' })}`],
    ['an export of the audit log', () => `audit-logs/export?filter=${filter({ resource: 'tickets' })}`],
  ])('leave a hidden record out of %s', async (_, path) => {
    const [all, seen] = [await send('GET', path(), owner), await send('GET', path())];
    expect([all.statusCode, seen.statusCode]).toEqual([200, 200]);
    if (!path().startsWith('audit')) expect(all.body).toContain('Hidden Secret');
    expect(seen.body).not.toContain('Hidden Secret');
  });

  it('leave a hidden record out of an export in the background', async () => {
    const fileOf = async (token: string) => {
      const payload = { kind: 'export', resource: 'tickets', query: {} };
      const headers = { 'idempotency-key': randomUUID() };
      const begun = await world.call({ method: 'POST', url: '/prod-api/tasks', token, payload, headers });
      await world.tasks.step();
      return (await send('GET', `tasks/${begun.json<{ data: Made }>().data.id}/file`, token)).body;
    };
    const [all, seen] = [await fileOf(owner), await fileOf(viewer)];
    expect(all).toContain('Hidden Secret');
    expect(seen).toContain('Team Secret');
    expect(seen).not.toContain('Hidden Secret');
  });

  it('count and add up what is seen', async () => {
    const { data } = (await send('GET', 'tickets/summary')).json<{
      data: { count: number; sums: { price: { sum: string; by_tab: object }[] } };
    }>();
    expect(data).toMatchObject({ count: 2, sums: { price: [{ sum: '10', by_tab: { bug: '10' } }] } });
    expect((await send('GET', 'tickets')).headers['content-range']).toMatch(/\/2$/);
    const list = (await send('GET', 'tickets')).json<{ data: { subject: string }[] }>().data;
    expect(list.map(({ subject }) => subject)).toEqual(['Mine Secret', 'Team Secret']);
  });

  it('answer for a hidden record exactly as for none', async () => {
    const unknown = '01990000-0000-7000-8000-000000000000';
    const asked: ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?][] = [
      ['GET', 'tickets/:id'],
      ['GET', 'tickets/:id/timeline'],
      ['GET', 'tickets/:id/files/proof'],
      ['PUT', 'tickets/:id', { subject: 'x' }],
      ['DELETE', 'tickets/:id'],
      ['POST', 'tickets/:id/reveal', { source: 'account' }],
      ['POST', 'tickets/:id/solve', {}],
      ['POST', 'tickets/close_all', { ids: [':id'] }],
      ['POST', 'tickets/deletion', { ids: [':id'] }],
      ['POST', 'replies', { text: 'x', ticket_id: ':id' }],
    ];
    for (const [method, path, body] of asked) {
      const ask = async (id: string) => {
        const payload = body && JSON.parse(JSON.stringify(body).replace(':id', id));
        const { statusCode, body: text } = await send(method, path.replace(':id', id), viewer, payload);
        return [statusCode, text.replaceAll(/"request_id":"[^"]*"/g, '')];
      };
      expect([path, ...(await ask(made.hidden.id))]).toEqual([path, ...(await ask(unknown))]);
    }
    expect((await send('GET', `tickets/${made.hidden.id}`)).statusCode).toBe(404);
    expect((await send('GET', `tickets/${made.hidden.id}`, owner)).statusCode).toBe(200);
  });

  it('let a user see, but not change, records of the own team', async () => {
    const { id } = made.team;
    expect((await send('GET', `tickets/${id}`)).statusCode).toBe(200);
    expect((await send('PUT', `tickets/${id}`, viewer, { subject: 'x' })).statusCode).toBe(403);
    expect((await send('DELETE', `tickets/${id}`)).statusCode).toBe(403);
    expect((await send('POST', `tickets/${id}/solve`, viewer, {})).statusCode).toBe(403);
    expect((await send('POST', 'tickets/close_all', viewer, { ids: [made.mine.id, id] })).statusCode).toBe(403);
    expect((await send('GET', `tickets/${id}`, owner)).json()).toMatchObject({ data: { status: 'new' } });
  });

  it('keep a user from creating for others, giving away, and taking', async () => {
    expect((await send('POST', 'tickets', viewer, { subject: 'for nobody' })).statusCode).toBe(403);
    expect((await send('POST', 'tickets', viewer, { subject: 'own', owner_id: viewerId })).statusCode).toBe(201);
    const given = await send('PUT', `tickets/${made.mine.id}`, viewer, { owner_id: null });
    expect([given.statusCode, given.json<{ data: { error: string } }>().data.error]).toEqual([403, 'record_not_yours']);
    expect((await send('GET', `tickets/${made.mine.id}`, owner)).json()).toMatchObject({
      data: { owner_id: viewerId },
    });
  });

  it('show a field without letting the user write it', async () => {
    const answer = await send('PUT', `tickets/${made.mine.id}`, viewer, { price: '7' });
    expect([answer.statusCode, Object.keys(answer.json<{ data: { errors: object } }>().data.errors)]).toEqual([
      422,
      ['price'],
    ]);
    const record = (await send('GET', `tickets/${made.mine.id}`)).json<{ data: { price: string } }>().data;
    expect(record.price).toBe('5');
    const created = await send('POST', 'tickets', viewer, { subject: 'priced', owner_id: viewerId, price: '1' });
    expect(created.statusCode).toBe(422);
    expect((await send('PUT', `tickets/${made.mine.id}`, owner, { price: '7' })).statusCode).toBe(200);
    const whole = (await send('GET', `tickets/${made.mine.id}`)).json<{ data: object }>().data;
    const renamed = await send('PUT', `tickets/${made.mine.id}`, viewer, { ...whole, subject: 'Mine Secret 2' });
    expect(renamed.json()).toMatchObject({ data: { price: '7', subject: 'Mine Secret 2' } });
  });

  it('require a value, keep it, and hold rules, in forms and actions', async () => {
    const { id } = await create({ subject: 'ruled', owner_id: viewerId, opened_on: '2026-03-08' });
    const errorsOf = async (path: string, payload: object, method: 'PUT' | 'POST' = 'PUT', language = 'en') => {
      const headers = { 'accept-language': language };
      const answer = await world.call({ method, url: `/prod-api/${path}`, token: viewer, payload, headers });
      return answer.statusCode === 200 ? null : answer.json<{ data: { errors: object } }>().data.errors;
    };
    expect(await errorsOf(`tickets/${id}`, { due_on: '2026-03-07' })).toEqual({
      due_on: 'After the day it was opened',
    });
    expect(await errorsOf(`tickets/${id}`, { due_on: '2026-03-07' }, 'PUT', 'ja')).toEqual({
      due_on: '受付日以降にしてください',
    });
    expect(await errorsOf(`tickets/${id}`, { due_on: '2026-03-08' })).toBeNull();
    expect(await errorsOf(`tickets/${id}`, { opened_on: '2026-03-09' })).toEqual({
      due_on: 'After the day it was opened',
    });
    expect(Object.keys((await errorsOf(`tickets/${id}`, { status: 'solved' })) ?? {})).toEqual(['resolution']);
    expect(Object.keys((await errorsOf(`tickets/${id}/solve`, {}, 'POST')) ?? {})).toEqual(['resolution']);
    expect(await errorsOf(`tickets/${id}`, { resolution: 'done', status: 'closed' })).toBeNull();
    expect(Object.keys((await errorsOf(`tickets/${id}`, { resolution: 'other' })) ?? {})).toEqual(['resolution']);
    expect(
      (await send('POST', 'tickets', viewer, { subject: 'z', owner_id: viewerId, status: 'solved' })).statusCode,
    ).toBe(422);
  });

  it('take effect at once when a membership ends', async () => {
    const { data } = (await send('GET', 'team-members', owner)).json<{ data: { id: string }[] }>();
    await send('DELETE', `team-members/${data[0]?.id}`, owner);
    expect((await send('GET', `tickets/${made.team.id}`)).statusCode).toBe(404);
  });
});
