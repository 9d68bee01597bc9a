import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declarationSchema, type Resource, toResource } from '@merchant-console/declaration';
import { CHAIN_START } from '#server/audit/auditJson.ts';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { createScheduleWorker } from '#server/modules/schedules/createScheduleWorker.ts';
import { createMetrics } from '#server/process/createMetrics.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { createStorage } from '#server/resources/stored/createStorage.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

const ticketsAt = (at: string) => ({
  version: 1,
  name: 'tickets',
  storage: 'table',
  fields: [
    { source: 'status', type: 'text' },
    { source: 'touched', type: 'integer', max: 5 },
    { source: 'touched_on', type: 'date' },
    { source: 'kind', type: 'text' },
  ],
  actions: [
    {
      key: 'remind',
      scope: 'scheduled',
      every: 'day',
      at,
      when: { field: 'status', eq: 'open' },
      set: { touched: { add: 1 }, touched_on: '$today' },
      create: { reference: 'notes', values: { ticket_id: '$record.id', text: 'Reminded' } },
    },
  ],
});

const NOTES = {
  version: 1,
  name: 'notes',
  storage: 'table',
  fields: [
    { source: 'ticket_id', type: 'reference', reference: 'tickets', required: true },
    { source: 'text', type: 'text' },
  ],
};

/** A server that has the declarations. */
async function server(world: Pick<StoredWorld, 'clock'>, db: Db, declarations: readonly object[]) {
  const storage = createStorage({ db, clock: world.clock, cipher: createCipher(Buffer.alloc(32, 7)) });
  const resources = new Map<string, { resource: Resource; backend: ResourceBackend }>();
  for (const declaration of declarations) {
    const resource = toResource(declarationSchema.parse(declaration));
    expect(await storage.prepare(resource)).toEqual([]);
    resources.set(resource.name, { resource, backend: storage.open(resource) });
  }
  const deps = { db, clock: world.clock, log: silentLog, metrics: createMetrics() };
  return { resources, ...createScheduleWorker({ ...deps, registry: { state: { resources } } }) };
}

/** As if the tenant's records, which tests insert directly, were logged. */
async function beginLog({ kysely }: Db, merchant_id: string): Promise<void> {
  const head = kysely.insertInto('audit_heads').values({ merchant_id, seq: 0n, hash: CHAIN_START });
  await head.onConflict((conflict) => conflict.doNothing()).execute();
}

describe.each(EITHER_DATABASE)('scheduled actions on %s', (kind) => {
  let world: StoredWorld;
  beforeEach(async () => {
    world = await startStoredWorld(kind);
    await inZone(world.actor.merchantId, 'Asia/Shanghai');
    await inZone(world.stranger.merchantId, 'America/Mexico_City');
  });
  afterEach(() => world.close());

  const inZone = (merchantId: string, time_zone: string) =>
    world.db.kysely.updateTable('merchants').set({ time_zone }).where('merchant_id', '=', merchantId).execute();
  const addTickets = async (count: number, merchantId = world.actor.merchantId, touched: number | null = null) => {
    await beginLog(world.db, merchantId);
    await sql`insert into r_tickets (merchant_id, id, created_at, updated_at, revision, status, touched)
      select ${merchantId}::uuid, gen_random_uuid(), now(), now(), 1, case when n % 4 = 0 then 'closed' else 'open' end,
        ${touched}::integer from generate_series(1, ${count}::integer) n`.execute(world.db.kysely);
  };
  const touchedOf = async (merchantId = world.actor.merchantId) => {
    const { rows } = await sql<{ status: string; touched: number | null; count: bigint }>`
      select status, touched, count(*) as count from r_tickets where merchant_id = ${merchantId}
      group by status, touched order by status, touched`.execute(world.db.kysely);
    return rows.map(({ status, touched, count }) => [status, touched, Number(count)]);
  };
  const lastRun = async () =>
    (
      await sql<object>`
        select last_on, last_changed, last_refused, started_at, after_id from schedules
        where merchant_id = ${world.actor.merchantId}`.execute(world.db.kysely)
    ).rows[0];
  /** Moves the clock to a time of UTC. */
  const goTo = (instant: string) => world.clock.advance((Date.parse(instant) - world.clock.now().getTime()) / 1000);

  it('run at their time in each tenant’s zone, as the system’s act, once a day', async () => {
    const { step } = await server(world, world.db, [NOTES, ticketsAt('03:00')]);
    await addTickets(4);
    await addTickets(4, world.stranger.merchantId);
    // Noon in Shanghai, 22:00 in Mexico: today's time has passed in one zone, and neither catches up.
    await step();
    expect([await touchedOf(), await touchedOf(world.stranger.merchantId)]).toEqual([
      [['closed', null, 1], ['open', null, 3]],
      [['closed', null, 1], ['open', null, 3]],
    ]); // prettier-ignore
    goTo('2026-11-20T09:00:00Z');
    for (let times = 0; times < 3; times += 1) await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', null, 3]]); // prettier-ignore
    expect(await touchedOf(world.stranger.merchantId)).toEqual([['closed', null, 1], ['open', 1, 3]]); // prettier-ignore
    goTo('2026-11-20T18:59:59Z');
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', null, 3]]); // prettier-ignore
    goTo('2026-11-20T19:00:00Z');
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 1, 3]]); // prettier-ignore
    const { rows } = await sql`
      select distinct action, actor_id, after ->> 'touched_on' as day from audit_logs
      where merchant_id = ${world.actor.merchantId} order by action`.execute(world.db.kysely);
    expect(rows).toEqual([
      { action: 'notes.create', actor_id: null, day: null },
      { action: 'tickets.remind', actor_id: null, day: '2026-11-21' },
    ]);
    expect(await verifyChain(world.db, world.actor.merchantId)).toBeNull();
  });

  it('run once after a pause of days, and not again before their next time', async () => {
    const { step } = await server(world, world.db, [NOTES, ticketsAt('03:00')]);
    await addTickets(4);
    await step();
    world.clock.advance(3 * DAY);
    for (let times = 0; times < 3; times += 1) await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 1, 3]]); // prettier-ignore
    world.clock.advance(16 * HOUR);
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 2, 3]]); // prettier-ignore
  });

  it('leave out records that refuse them, and count these', async () => {
    const { step } = await server(world, world.db, [NOTES, ticketsAt('03:00')]);
    await addTickets(4);
    await addTickets(2, world.actor.merchantId, 5);
    await step();
    world.clock.advance(DAY);
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 1, 3], ['open', 5, 2]]); // prettier-ignore
    expect(await lastRun()).toMatchObject({ last_on: '2026-11-21', last_changed: 3, last_refused: 2, after_id: null });
  });

  it('move with their declared time and the tenant’s zone', async () => {
    await (await server(world, world.db, [NOTES, ticketsAt('03:00')])).step();
    await addTickets(4);
    const { step } = await server(world, world.db, [NOTES, ticketsAt('13:00')]);
    await step();
    await inZone(world.actor.merchantId, 'Asia/Tokyo');
    await step();
    goTo('2026-11-21T03:59:59Z');
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', null, 3]]); // prettier-ignore
    goTo('2026-11-21T04:00:00Z');
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 1, 3]]); // prettier-ignore
  });

  it('wait for a server with their declaration, and are forgotten after a week without one', async () => {
    const { step } = await server(world, world.db, [NOTES, ticketsAt('03:00')]);
    await addTickets(4);
    await step();
    const other = await server(world, world.db, []);
    world.clock.advance(DAY);
    await other.step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', null, 3]]); // prettier-ignore
    world.clock.advance(300);
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 1, 3]]); // prettier-ignore
    await sql`update schedule_jobs set polls = 2015`.execute(world.db.kysely);
    world.clock.advance(DAY);
    await other.step();
    expect(await lastRun()).toBeUndefined();
  });
});

describe('scheduled actions of two servers on PostgreSQL', () => {
  let world: StoredWorld;
  let other: Db;
  beforeEach(async () => {
    world = await startStoredWorld('postgres');
    other = await connect(world.options);
  });
  afterEach(async () => {
    await other.close();
    await world.close();
  });

  it('deal with each record once, though one server dies and its claim expires', async () => {
    const declarations = [NOTES, ticketsAt('03:00')];
    const [one, two] = [await server(world, world.db, declarations), await server(world, other, declarations)];
    const { merchantId } = world.actor;
    await beginLog(world.db, merchantId);
    await sql`insert into r_tickets (merchant_id, id, created_at, updated_at, revision, status)
      select ${merchantId}::uuid, gen_random_uuid(), now(), now(), 1, 'open'
      from generate_series(1, 1800)`.execute(world.db.kysely);
    await Promise.all([one.step(), two.step()]);
    world.clock.advance(DAY);
    // The first server dies within its third batch.
    const backend = one.resources.get('tickets')?.backend;
    const act = backend?.writer?.actOnSlice;
    if (!backend?.writer || !act) throw new Error('tickets are stored');
    let batches = 0;
    const died: { tell: () => void } = { tell: () => {} };
    const hasDied = new Promise<void>((resolve) => (died.tell = resolve));
    backend.writer.actOnSlice = async (...asked) => {
      batches += 1;
      const done = await act(...asked);
      if (batches < 3) return done;
      died.tell();
      throw new Error('killed');
    };
    const running = one.step();
    await hasDied;
    await running;
    await two.step();
    const count = async () =>
      (
        await sql<{ touched: number | null; count: bigint }>`
          select touched, count(*) as count from r_tickets group by touched order by touched`.execute(world.db.kysely)
      ).rows.map((row) => [row.touched, Number(row.count)]);
    expect(await count()).toEqual([[1, 1_000], [null, 800]]); // prettier-ignore
    world.clock.advance(61);
    backend.writer.actOnSlice = act;
    await Promise.all([one.step(), two.step(), one.step(), two.step()]);
    expect(await count()).toEqual([[1, 1_800]]);
    const { rows } = await sql`
      select (select count(distinct ticket_id) from r_notes) as tickets, (select count(*) from r_notes) as notes,
        last_changed from schedules`.execute(world.db.kysely);
    expect(rows).toEqual([{ tickets: 1_800n, notes: 1_800n, last_changed: 1_800 }]);
    expect(await verifyChain(world.db, merchantId)).toBeNull();
  });
});
