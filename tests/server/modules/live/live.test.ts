import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { LONGEST_ABSENCE_MS } from '#shared/contract/live.ts';
import { buildApp } from '#server/app.ts';
import { LONG_TRANSACTION_MS } from '#server/db/longTransactions.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { WHOLE_EVERY_MS } from '#server/modules/live/changeFeed.ts';
import { readCursor } from '#server/modules/live/position.ts';
import { forgetOldChanges, STREAMS_PER_USER } from '#server/modules/live/service.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { openStream, type TestStream } from './openStream.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../..');
const LIVE = { lookEveryMs: 20, atMostEveryMs: 20, beatMs: 60_000 };
/** Lists that show a change of an order. */
const OF_ORDERS = ['orders', 'webhook_notifications'];
const changedSchema = z.object({ resources: z.array(z.string()) });

describe('the live changes of open pages, on PostgreSQL', () => {
  let world: World;
  let base: string;
  const open: TestStream[] = [];
  const tokens = new Map<string, string>();
  const tenants = new Map<string, string>();

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, app: { live: LIVE } });
    base = await world.app.listen({ port: 0, host: '127.0.0.1' });
    for (const name of ['demo', 'sub', 'tokyo', 'operator', 'checker']) {
      tokens.set(name, (await world.signIn(name)).login_token);
    }
    const rows = await world.db.kysely.selectFrom('merchants').select(['merchant_no', 'merchant_id']).execute();
    for (const { merchant_no, merchant_id } of rows) tenants.set(merchant_no, merchant_id);
  });
  afterAll(() => world.close());
  afterEach(() => {
    vi.restoreAllMocks();
    for (const stream of open.splice(0)) stream.close();
  });

  async function listen(username: string, options: Parameters<typeof openStream>[2] = {}, at = base) {
    const stream = await openStream(at, tokens.get(username) ?? '', options);
    open.push(stream);
    return stream;
  }
  /** Listens, and waits until it is certain that no event is pending. */
  async function listenStill(username: string, at = base) {
    const stream = await listen(username, {}, at);
    expect(await stream.next()).toMatchObject({ event: 'still' });
    return stream;
  }
  const heard = async (stream: TestStream) => {
    const message = await stream.next();
    expect(message?.event).toBe('changed');
    return changedSchema.parse(JSON.parse(message?.data ?? 'null')).resources;
  };
  const touch = (table: string, merchantNo = 'M100001') =>
    sql`update ${sql.table(table)} set updated_at = updated_at where merchant_id = ${tenants.get(merchantNo)}`;
  const change = async (table: string, merchantNo?: string) => {
    await touch(table, merchantNo).execute(world.db.kysely);
  };

  it('have headers that prevent buffering, and require the token in the headers', async () => {
    const stream = await listenStill('demo');
    expect(stream.headers['content-type']).toBe('text/event-stream');
    expect(stream.headers['cache-control']).toBe('no-store, no-transform');
    expect(stream.headers['x-accel-buffering']).toBe('no');
    const token = tokens.get('demo') ?? '';
    for (const name of ['token', 'x-token', 'login_token']) {
      const { status } = await openStream(base, '', { query: `?${name}=${token}` });
      expect(status).toBe(401);
    }
  });

  it('include a transaction that began earlier and commits later', async () => {
    const stream = await listenStill('demo');
    let commit = () => {};
    const gate = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let isNoted = () => {};
    const noted = new Promise<void>((resolve) => {
      isNoted = resolve;
    });
    const late = world.db.transaction(async (tx) => {
      await touch('orders').execute(tx);
      isNoted();
      await gate;
    });
    await noted;
    await change('deposits');
    expect(await heard(stream)).toEqual(['deposits']);
    commit();
    await late;
    expect(await heard(stream)).toEqual(OF_ORDERS);
  });

  it("continue from a reader's position, and report that it is too old", async () => {
    const first = await listenStill('demo');
    await change('orders');
    const { id = '' } = (await first.next()) ?? {};
    first.close();
    await change('payouts');
    const resumed = await listen('demo', { lastEventId: id });
    expect(await heard(resumed)).toEqual(['payouts', 'webhook_notifications']);

    const { from = 0 } = readCursor(id) ?? {};
    const tooOld = `t${from - LONGEST_ABSENCE_MS - WHOLE_EVERY_MS - 1}`;
    const ofEarlierVersion = `${from}.700:705:700,703`;
    for (const lastEventId of [tooOld, `t${from + 3_600_000}`, ofEarlierVersion, 'x']) {
      expect(await (await listen('demo', { lastEventId })).next()).toMatchObject({ event: 'reset' });
    }
    expect(await heard(await listen('demo', { query: '?ago=60000' }))).toEqual(
      expect.arrayContaining(['orders', 'payouts']),
    );
  });

  it('can be polled in the same order without a stream', async () => {
    const ask = async (query: string) => {
      const answer = await world.call({ url: `/prod-api/events/since${query}`, token: tokens.get('demo') ?? '' });
      return answer.json<{ data: { cursor: string; resources: string[]; is_reset: boolean } }>().data;
    };
    const { cursor } = await ask('');
    await change('withdrawals');
    expect(await ask(`?cursor=${cursor}`)).toMatchObject({ resources: ['withdrawals'], is_reset: false });
    expect(await ask('?cursor=x')).toMatchObject({ is_reset: true });
  });

  it('name to each user what that user may read: below the tenant, across tenants, and nothing of others', async () => {
    const [demo, tokyo, operator] = [
      await listenStill('demo'),
      await listenStill('tokyo'),
      await listenStill('operator'),
    ];
    await change('orders', 'M100101');
    expect(await heard(demo)).toEqual(['submerchant_orders', 'submerchant_stats']);
    expect(await heard(operator)).toEqual(['platform_orders']);
    await change('deposits', 'M100101');
    expect(await heard(operator)).toEqual(['deposit_reviews']);
    await change('orders', 'M100002');
    expect(await heard(tokyo)).toEqual(OF_ORDERS);
  });

  it("include a user's own notifications only", async () => {
    const [demo, checker] = [await listenStill('demo'), await listenStill('checker')];
    await sql`insert into notifications (merchant_id, user_id, id, kind, data, created_at)
      select merchant_id, id, ${randomUUID()}::uuid, 'deposit_decided', '{}', now() from users
      where username = 'checker'`.execute(world.db.kysely);
    expect(await heard(checker)).toEqual(['notifications']);
    await change('orders');
    expect(await heard(demo)).toEqual(OF_ORDERS);
  });

  it("follow the user's current rights", async () => {
    const stream = await listenStill('checker');
    await sql`delete from role_permissions p using users u, user_roles h
      where u.username = 'checker' and h.merchant_id = u.merchant_id and h.user_id = u.id
        and p.merchant_id = h.merchant_id and p.role_id = h.role_id and p.permission = 'payouts.list'`.execute(
      world.db.kysely,
    );
    await world.db.transaction(async (tx) => {
      await touch('payouts').execute(tx);
      await touch('orders').execute(tx);
    });
    expect(await heard(stream)).toEqual(OF_ORDERS);
  });

  it('reach the streams of every server on the database, which end with their server', async () => {
    const other = await otherApp(world);
    const address = await other.listen({ port: 0, host: '127.0.0.1' });
    const streams = [await listenStill('demo'), await listenStill('demo', address)];
    await change('orders');
    expect(await Promise.all(streams.map(heard))).toEqual([OF_ORDERS, OF_ORDERS]);
    await other.close();
    expect(await streams[1]?.next()).toBeNull();
  });

  it('close the oldest of too many streams of one user', async () => {
    const streams: TestStream[] = [];
    for (let each = 0; each <= STREAMS_PER_USER; each += 1) streams.push(await listenStill('tokyo'));
    expect(await streams[0]?.next()).toBeNull();
    await change('orders', 'M100002');
    expect(await heard(streams[1] ?? (await listen('tokyo')))).toEqual(OF_ORDERS);
  });

  it('say that anything may have changed after a transaction that took longer than readers look back', async () => {
    const streams = [await listenStill('demo'), await listenStill('tokyo')];
    const now = performance.now.bind(performance);
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    await world.db.transaction(async (tx) => {
      await touch('orders').execute(tx);
      passed = LONG_TRANSACTION_MS + 1;
    });
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'reset' });
    await change('deposits');
    expect(await heard(streams[0] ?? (await listen('demo')))).toEqual(['deposits']);
  });

  it("end with the session, which they don't keep alive", async () => {
    const stream = await listenStill('sub');
    world.clock.advance(16 * 60);
    await change('orders', 'M100101');
    expect(await stream.next()).toMatchObject({ event: 'ended' });
    expect(await stream.next()).toBeNull();
  });

  it('are deleted after a while', async () => {
    await sql`update changes set at = at - interval '20 minutes' where resource = 'orders'`.execute(world.db.kysely);
    await forgetOldChanges(world.db);
    const left = await world.db.kysely.selectFrom('changes').select('resource').distinct().execute();
    expect(left.map(({ resource }) => resource)).not.toContain('orders');
    expect(left.map(({ resource }) => resource)).toContain('deposits');
  });
});

async function otherApp({ db, clock, cipher }: World): Promise<FastifyInstance> {
  return buildApp({
    db,
    clock,
    cipher,
    productTitle: 'Test',
    sessionIdleMinutes: 15,
    live: LIVE,
    resourcesFolder: path.join(PROJECT, 'resources'),
    messages: await loadMessages(path.join(PROJECT, 'i18n')),
    limits: { perMinute: 1_000_000, signInsPerMinute: 1_000_000 },
    trustedProxies: 0,
    logLevel: 'silent',
    verifyAnswers: true,
    development: false,
    serveConsole: null,
  });
}
