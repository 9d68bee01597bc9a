import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const CARD = '6222020200112233445';
const PIN = 'swordfish';
const entriesSchema = z.object({
  data: z.array(z.object({ id: z.string(), seq: z.number(), before: z.json(), after: z.json() })),
});

const declared = (fields: readonly object[], more: object = {}) => ({
  version: 1,
  name: 'deals',
  storage: 'table',
  tenants: ['merchant'],
  fields: [{ source: 'title', type: 'text', required: true }, ...fields],
  show: { timeline: true },
  ...more,
});

const COST = { source: 'cost', type: 'money', permission: 'see_cost' };
const FIELDS = [COST, { source: 'account', type: 'text' }, { source: 'pin', type: 'text' }];

describe('the audit log of a resource whose declaration changed', () => {
  let world: World;
  let owner: string;
  /** Token of a user who may read deals and the audit log, but no costs. */
  let viewer: string;
  /** A record whose entries were written by the first declaration. */
  let id: string;

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { deals: declared(FIELDS) } });
    const { kysely } = world.db;
    const role = await kysely.selectFrom('roles').where('name', '=', 'Viewer').selectAll().executeTakeFirstOrThrow();
    const granted = ['list', 'show', 'export'].flatMap((one) => [`deals.${one}`, `audit_logs.${one}`]);
    await kysely
      .insertInto('role_permissions')
      .values(granted.map((permission) => ({ merchant_id: role.merchant_id, role_id: role.id, permission })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    owner = (await world.signIn('demo')).login_token;
    viewer = (await world.signIn('viewer')).login_token;
    const made = await send('POST', 'deals', { title: 'Acme', cost: '60000', account: CARD, pin: PIN });
    ({ id } = made.json<{ data: { id: string } }>().data);
    await send('PUT', `deals/${id}`, { cost: '70000' });
    await send('PUT', `deals/${id}`, { account: null, pin: null });
  });
  afterAll(() => world.close());

  const send = (method: 'POST' | 'PUT', path: string, payload: object) =>
    world.call({ method, url: `/prod-api/${path}`, token: owner, payload });
  const get = (path: string, token: string) => world.call({ url: `/prod-api/${path}`, token });
  const OF_DEALS = `filter=${JSON.stringify({ resource: 'deals' })}`;

  /** Replaces the declaration and waits until the server uses it. */
  async function declare(content: object | null): Promise<void> {
    await world.writeResource('deals', content);
    await vi.waitFor(
      async () => {
        const file = await get('../resources/deals.json', owner);
        expect(content === null ? file.statusCode : file.json()).toEqual(content ?? 404);
      },
      { timeout: 30_000, interval: 20 },
    );
  }

  /** Before and after of the entries, newest first. */
  async function sides(token: string) {
    const { data } = entriesSchema.parse((await get(`audit-logs?${OF_DEALS}`, token)).json());
    return data.toSorted((one, other) => other.seq - one.seq).map(({ before, after }) => [before, after]);
  }

  /** Everything that a user can read of the entries: the list, each record and an export. */
  async function bodies(token: string): Promise<string> {
    const list = await get(`audit-logs?${OF_DEALS}`, token);
    const ids = entriesSchema.parse(list.json()).data.map((entry) => entry.id);
    const records = await Promise.all(ids.map((one) => get(`audit-logs/${one}`, token)));
    const file = await get(`audit-logs/export?columns=["action","before","after"]&${OF_DEALS}`, token);
    const answers = [list, ...records, file];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    return answers.map(({ body }) => body).join('\n');
  }

  it('masks values that the current declaration masks, like the timeline', async () => {
    expect(await bodies(owner)).toContain(CARD);
    await declare(
      declared([{ source: 'account', type: 'text', mask: 'card' }, { source: 'pin', type: 'secret' }, COST]),
    );
    const shown = await bodies(owner);
    expect(shown).not.toContain(CARD);
    expect(shown).not.toContain(PIN);
    expect(await sides(owner)).toEqual([
      [
        { account: '6222••••3445', pin: true },
        { account: null, pin: false },
      ],
      [{ cost: '60000' }, { cost: '70000' }],
      [null, { title: 'Acme', cost: '60000', account: '6222••••3445', pin: true }],
    ]);
  });
});
