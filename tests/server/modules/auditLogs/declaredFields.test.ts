import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { timelineSchema } from '@merchant-console/protocol';
import { recordAudit, systemActor } from '#server/audit/recordAudit.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const CARD = '6222020200112233445';
const entriesSchema = z.object({
  data: z.array(z.object({ id: z.string(), seq: z.number(), before: z.json(), after: z.json() })),
});

const declared = (name: string, fields: readonly object[], more: object = {}) => ({
  version: 1,
  name,
  storage: 'table',
  tenants: ['merchant'],
  fields: [{ source: 'title', type: 'text', required: true, filter: 'eq' }, ...fields],
  show: { timeline: true },
  ...more,
});

const COST = { source: 'cost', type: 'money', permission: 'see_cost' };
const PIN = { source: 'pin', type: 'text' };
const FIELDS = [COST, PIN, { source: 'account', type: 'text' }];
const NAMES = ['masked', 'renamed', 'removed'] as const;

describe('the audit log of a resource whose declaration changed', () => {
  let world: World;
  let owner: string;
  /** Token of a user who may read records and the audit log, but no costs. */
  let viewer: string;

  beforeAll(async () => {
    const resources = Object.fromEntries(NAMES.map((name) => [name, declared(name, FIELDS)]));
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources });
    const { kysely } = world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    const granted = [...NAMES, 'audit_logs'].flatMap((name) =>
      ['list', 'show', 'export'].map((operation) => ({
        merchant_id: role.merchant_id,
        role_id: role.id,
        permission: `${name}.${operation}`,
      })),
    );
    await kysely
      .insertInto('role_permissions')
      .values(granted)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    owner = (await world.signIn('demo')).login_token;
    viewer = (await world.signIn('viewer')).login_token;
  });
  afterAll(() => world.close());

  const get = (path: string, token = owner) => world.call({ url: `/prod-api/${path}`, token });

  /** Creates a record by the first declaration, changes its cost, then empties its other fields. Returns its ID. */
  async function changed(name: (typeof NAMES)[number]): Promise<string> {
    const send = async (method: 'POST' | 'PUT', path: string, payload: object) =>
      (await world.call({ method, url: `/prod-api/${path}`, token: owner, payload })).json<{ data: { id: string } }>();
    const values = { title: 'Acme', cost: '60000', account: CARD, pin: 'swordfish' };
    const { id } = (await send('POST', name, values)).data;
    await send('PUT', `${name}/${id}`, { cost: '70000' });
    await send('PUT', `${name}/${id}`, { account: null, pin: null });
    return id;
  }

  /** Replaces or deletes the file and waits until the server follows it. */
  async function declare(name: (typeof NAMES)[number], file: object | null): Promise<void> {
    await world.writeResource(name, file);
    await vi.waitFor(
      async () => {
        const answer = await world.call({ url: `/resources/${name}.json`, token: owner });
        expect(answer.statusCode === 404 ? null : answer.json()).toEqual(file);
      },
      { timeout: 30_000, interval: 20 },
    );
  }

  const entries = async (name: string, token: string) => {
    const answer = await get(`audit-logs?filter=${JSON.stringify({ resource: name })}`, token);
    return entriesSchema.parse(answer.json()).data.toSorted((one, other) => one.seq - other.seq);
  };
  /** Before and after of each entry, oldest first. */
  const sides = async (name: string, token: string) =>
    (await entries(name, token)).map(({ before, after }) => [before, after]);

  /** What single entries and an export show. */
  async function recordsAndFile(name: string, token: string): Promise<string> {
    const records = (await entries(name, token)).map(({ id }) => get(`audit-logs/${id}`, token));
    const file = get(`audit-logs/export?columns=["before","after"]&filter={"resource":"${name}"}`, token);
    const answers = await Promise.all([...records, file]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    return answers.map(({ body }) => body).join('\n');
  }

  it('masks values that are masked or secret now', async () => {
    await changed('masked');
    expect(await recordsAndFile('masked', owner)).toMatch(new RegExp(`${CARD}[^]*swordfish`));
    const account = { source: 'account', type: 'text', mask: 'card' };
    await declare('masked', declared('masked', [COST, account, { source: 'pin', type: 'secret' }]));
    expect(await sides('masked', owner)).toEqual([
      [null, { title: 'Acme', cost: '60000', account: '6222••••3445', pin: true }],
      [{ cost: '60000' }, { cost: '70000' }],
      [
        { account: '6222••••3445', pin: true },
        { account: null, pin: false },
      ],
    ]);
    expect(await recordsAndFile('masked', owner)).not.toMatch(new RegExp(`${CARD}|swordfish`));
  });

  it('shows values of the server’s own entries that aren’t fields, also if no file declares the resource', async () => {
    const { merchant_id } = await world.db.kysely
      .selectFrom('users')
      .where('username', '=', 'demo')
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    const after = { permissions: ['roles.list'] };
    for (const name of ['roles', 'base_info'])
      await world.db.transaction((tx) =>
        recordAudit(tx, {
          actor: systemActor(merchant_id),
          action: `${name}.try`,
          recordId: 'x',
          after,
          at: world.clock.now(),
        }),
      );
    for (const name of ['roles', 'base_info']) expect((await sides(name, viewer)).at(-1)).toEqual([null, after]);
  });

  it('shows values of a renamed field under its new name, and so does the timeline', async () => {
    const id = await changed('renamed');
    const price = { ...COST, source: 'price' };
    const number = { source: 'number', type: 'text', mask: 'card' };
    const migrate = { rename: { cost: 'price', account: 'number' } };
    await declare('renamed', declared('renamed', [price, number, PIN], { migrate }));
    expect(await sides('renamed', owner)).toEqual([
      [null, { title: 'Acme', price: '60000', number: '6222••••3445', pin: 'swordfish' }],
      [{ price: '60000' }, { price: '70000' }],
      [
        { number: '6222••••3445', pin: 'swordfish' },
        { number: null, pin: null },
      ],
    ]);
    expect(await recordsAndFile('renamed', viewer)).not.toMatch(/60000|70000/);
    const timeline = async (token: string) => {
      const { data } = (await get(`renamed/${id}/timeline`, token)).json<{ data: unknown }>();
      return timelineSchema.parse(data).map(({ changes }) => changes);
    };
    expect((await timeline(owner))[1]).toEqual([{ source: 'price', before: '60000', after: '70000' }]);
    const seen = (await timeline(viewer)).map((changes) => changes.map(({ source }) => source).toSorted());
    expect(seen).toEqual([['number', 'pin'], [], ['number', 'pin', 'title']]);
  });

  it('shows no values of fields that are no longer declared, but still those of exports', async () => {
    await changed('removed');
    expect((await get('removed/export?filter={"title":"Acme"}', viewer)).statusCode).toBe(200);
    const exported = [null, expect.objectContaining({ format: 'csv', rows: 1 })];
    await declare('removed', declared('removed', [], { migrate: { drop: { cost: 1 } } }));
    for (const token of [viewer, owner])
      expect(await sides('removed', token)).toEqual([[null, { title: 'Acme' }], [{}, {}], [{}, {}], exported]);
    await declare('removed', null);
    expect(await sides('removed', viewer)).toEqual([[null, {}], [{}, {}], [{}, {}], exported]);
    expect(await recordsAndFile('removed', viewer)).not.toMatch(/60000|70000|swordfish/);
  });
});
