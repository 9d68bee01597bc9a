import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAX_UNFINISHED } from '#shared/contract/tasks.ts';
import { forgetExpiredTasks } from '#server/modules/tasks/taskFiles.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { aDayAfter, type TasksWorld, tasksWorld } from './tasksWorld.ts';

const DAY_SECONDS = 24 * 3600;
const FILTER = JSON.stringify({ status: ['success', 'failed'] });
const SORT = JSON.stringify(['amount', 'ASC']);
const COLUMNS = JSON.stringify(['order_no', 'status', 'amount', 'channel_id', 'created_at']);

describe('an export in the background', () => {
  let world: TasksWorld;
  beforeAll(async () => {
    world = await tasksWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await sql`delete from task_parts`.execute(world.db.kysely);
    await sql`delete from task_jobs`.execute(world.db.kysely);
    await sql`delete from tasks`.execute(world.db.kysely);
    await sql`delete from notifications`.execute(world.db.kysely);
  });

  it.each([
    ['csv', 'en'],
    ['xlsx', 'ja'],
  ])('has the same bytes as the direct one, as %s in %s', async (format, language) => {
    const headers = { 'accept-language': language };
    const query = { format, filter: FILTER, sort: SORT, columns: COLUMNS };
    const task = await world.begun('demo', { query }, headers);
    expect(task.title).toBe(language === 'ja' ? '収納注文' : 'Collection orders');
    expect(task).toMatchObject({ status: 'waiting', total_rows: null, file: null, expires_at: null, query });
    expect((await world.file('demo', task.id)).statusCode).toBe(404);

    expect(await world.tasks.step()).toBe(1);
    const direct = await world.call({
      url: `/prod-api/orders/export?${new URLSearchParams(query)}`,
      token: world.tokens.get('demo') ?? '',
      headers,
    });
    const file = await world.file('demo', task.id);
    expect(file.rawPayload.equals(direct.rawPayload)).toBe(true);
    for (const name of ['content-type', 'content-disposition', 'x-total-rows', 'cache-control']) {
      expect(file.headers[name]).toBe(direct.headers[name]);
    }
    const done = await world.get('demo', task.id);
    expect(done).toMatchObject({
      status: 'done',
      done_rows: Number(direct.headers['x-total-rows']),
      error: null,
      file: { name: expect.stringMatching(`-2026-11-20\\.${format}$`), size: direct.rawPayload.length },
      expires_at: aDayAfter(world.clock.now()),
    });
    expect(done?.total_rows).toBe(done?.done_rows);
    expect(await world.tasks.step()).toBe(0);
  });

  describe('notifies its user', () => {
    const inboxOf = async (name: string, language = 'en') => {
      const headers = { 'accept-language': language };
      const url = '/prod-api/notifications';
      const answer = await world.call({ url, headers, token: world.tokens.get(name) ?? '' });
      return answer.json<{ data: { items: { kind: string; data: object }[] } }>().data.items;
    };

    it("that the file is ready, in the reader's language", async () => {
      const { id } = await world.begun('demo');
      await world.tasks.step();
      const told = { resource: 'orders', task_id: id, status: 'done', kept_until: aDayAfter(world.clock.now()) };
      const kind = 'export_ended';
      expect(await inboxOf('demo')).toMatchObject([{ kind, data: { ...told, title: 'Collection orders' } }]);
      expect(await inboxOf('demo', 'ja')).toMatchObject([{ kind, data: { ...told, title: '収納注文' } }]);
      expect(await inboxOf('checker')).toEqual([]);
      expect(await inboxOf('tokyo')).toEqual([]);

      await world.remove('demo', id);
      expect(await inboxOf('demo')).toMatchObject([{ data: told }]);
      expect((await world.file('demo', id)).statusCode).toBe(404);
    });

    it('why it failed', async () => {
      const { id } = await world.begun('demo');
      const users = world.db.kysely.updateTable('users').where('username', '=', 'demo');
      await users.set({ status: 'disabled' }).execute();
      await world.tasks.step();
      await users.set({ status: 'enabled' }).execute();
      const told = { resource: 'orders', task_id: id, status: 'failed', title: 'Collection orders' };
      const reason = (await world.get('demo', id))?.error;
      expect(reason).toMatch(/permission/);
      expect((await inboxOf('demo')).map(({ data }) => data)).toEqual([{ ...told, reason }]);
    });

    it('unless the user has cancelled it', async () => {
      const { id } = await world.begun('demo');
      await world.cancel('demo', id);
      await world.tasks.step();
      expect(await inboxOf('demo')).toEqual([]);
    });
  });

  it('is logged once, like a direct one', async () => {
    const recorded = async () => {
      const { rows } = await sql<{ after: object; actor_id: string; ip: string }>`
        select after, actor_id, ip from audit_logs where action = 'orders.export' order by seq desc`.execute(
        world.db.kysely,
      );
      return rows;
    };
    const query = { format: 'csv', filter: FILTER, columns: COLUMNS };
    const before = await recorded();
    await world.begun('demo', { query });
    expect(await recorded()).toHaveLength(before.length);
    await world.tasks.step();
    await world.call({
      url: `/prod-api/orders/export?${new URLSearchParams(query)}`,
      token: world.tokens.get('demo') ?? '',
    });
    const [direct, made, ...others] = await recorded();
    expect(others).toHaveLength(before.length);
    expect(made).toEqual(direct);
  });

  it('exports the columns that were requested when it started', async () => {
    const task = await world.begun('demo');
    expect(JSON.parse(task.query.columns ?? '[]')).toContain('order_no');
  });

  it('starts once per idempotency key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await world.begun('demo', {}, key);
    expect((await world.begun('demo', {}, key)).id).toBe(first.id);
    expect(await world.list('demo')).toHaveLength(1);
    expect((await world.begin('demo', { query: { format: 'xlsx' } }, key)).statusCode).toBe(422);
  });

  it('is visible to its user only', async () => {
    const { id } = await world.begun('demo');
    await world.tasks.step();
    for (const other of ['checker', 'tokyo']) {
      expect(await world.list(other)).toEqual([]);
      for (const act of [world.file, world.cancel, world.remove]) {
        expect([other, (await act(other, id)).statusCode]).toEqual([other, 404]);
      }
    }
    expect((await world.file('demo', id)).statusCode).toBe(200);
  });

  it('announces its start and end to the open pages of its user only', async () => {
    const told = async () => {
      const { rows } = await sql<{ user_id: string }>`
        select user_id from changes where resource = 'tasks'`.execute(world.db.kysely);
      return rows.map(({ user_id }) => user_id);
    };
    await sql`delete from changes`.execute(world.db.kysely);
    await world.begun('demo');
    expect(await told()).toHaveLength(1);
    await world.tasks.step();
    const [user, ...more] = await told();
    expect(more).toEqual([user, user]);
  });

  it.each([
    ['an unknown resource', { resource: 'nothing' }, 404],
    ['one of the platform', { resource: 'platform_orders' }, 403],
    ['one without an export', { resource: 'signing_keys' }, 404],
    ['an undeclared filter', { query: { filter: '{"secret":"1"}' } }, 422],
    ['an undeclared column', { query: { columns: '["merchant_id"]' } }, 422],
    ['another format', { query: { format: 'pdf' } }, 422],
  ])('is rejected immediately for %s', async (_, asked, status) => {
    expect((await world.begin('demo', asked)).statusCode).toBe(status);
    expect(await world.list('demo')).toEqual([]);
  });

  it('is limited in the number of unfinished ones', async () => {
    const tasks = [];
    for (let nth = 0; nth < MAX_UNFINISHED; nth += 1) tasks.push(await world.begun('demo'));
    const [first] = tasks;
    const refused = await world.begin('demo');
    expect([refused.statusCode, refused.json<{ data: { error: string } }>().data.error]).toEqual([409, 'tasks_many']);
    await world.begun('checker');
    await world.cancel('demo', first?.id ?? '');
    await world.begun('demo');
  });

  it('is rejected while the tenant stores too many bytes', async () => {
    const { id } = await world.begun('checker');
    await sql`update tasks set file_size = ${2 ** 31} where id = ${id}`.execute(world.db.kysely);
    const refused = await world.begin('demo');
    expect([refused.statusCode, refused.json<{ data: { error: string } }>().data.error]).toEqual([409, 'tasks_full']);
    await world.begun('tokyo');
  });

  it('can be cancelled before it runs, and is unchanged by that once it is done', async () => {
    const waiting = await world.begun('demo');
    expect((await world.cancel('demo', waiting.id)).json()).toMatchObject({ data: { status: 'cancelled' } });
    expect(await world.tasks.step()).toBe(0);
    const { id } = await world.begun('demo');
    await world.tasks.step();
    expect((await world.cancel('demo', id)).json()).toMatchObject({ data: { status: 'done' } });
    expect((await world.file('demo', id)).statusCode).toBe(200);
  });

  it('can be removed with its file', async () => {
    const { id } = await world.begun('demo');
    await world.tasks.step();
    const waiting = await world.begun('demo');
    for (const one of [id, waiting.id]) expect((await world.remove('demo', one)).statusCode).toBe(200);
    expect(await world.list('demo')).toEqual([]);
    expect((await world.file('demo', id)).statusCode).toBe(404);
    expect(await world.partsOf(id)).toBe(0);
    expect(await world.tasks.step()).toBe(0);
  });

  it('is stored for a day, independently of the cleanup', async () => {
    const { id } = await world.begun('demo');
    await world.tasks.step();
    world.clock.advance(DAY_SECONDS - 60);
    await world.signInAll('demo');
    expect((await world.file('demo', id)).statusCode).toBe(200);
    await forgetExpiredTasks(world.db, world.clock.now());
    expect(await world.partsOf(id)).toBe(1);
    world.clock.advance(60);
    expect((await world.file('demo', id)).statusCode).toBe(404);
    expect(await world.list('demo')).toEqual([]);
    expect(await world.partsOf(id)).toBe(1);
    await forgetExpiredTasks(world.db, world.clock.now());
    expect(await world.partsOf(id)).toBe(0);
    await world.signInAll('demo', 'checker', 'tokyo');
  });

  it('continues after its user has signed out', async () => {
    const { id } = await world.begun('demo');
    await world.call({ method: 'POST', url: '/prod-api/logout', token: world.tokens.get('demo') ?? '' });
    await world.tasks.step();
    await world.signInAll('demo');
    expect((await world.file('demo', id)).statusCode).toBe(200);
  });
});
