import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { startStoredWorld, type StoredWorld } from '#tests/support/storedWorld.ts';
import { BOTH_DATABASES } from '#tests/support/testDatabase.ts';
import { scheduleWorld, HOUR, DAY, ticketsAt, NOTES, server, beginLog } from './scheduleWorld.ts';

describe.each(BOTH_DATABASES)('scheduled actions on %s', (kind) => {
  const schedules = scheduleWorld(kind);
  const { addTickets, touchedOf, goTo, lastRun, inZone } = schedules;

  it('run once after a pause of days, and not again before their next time', async () => {
    const { step } = await server(schedules.world, schedules.world.db, [NOTES, ticketsAt('03:00')]);
    await addTickets(4);
    await step();
    schedules.world.clock.advance(3 * DAY);
    for (let times = 0; times < 3; times += 1) await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 1, 3]]); // prettier-ignore
    schedules.world.clock.advance(16 * HOUR);
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 2, 3]]); // prettier-ignore
  });

  it('move with their declared time and the tenant’s zone', async () => {
    await (await server(schedules.world, schedules.world.db, [NOTES, ticketsAt('03:00')])).step();
    await addTickets(4);
    const { step } = await server(schedules.world, schedules.world.db, [NOTES, ticketsAt('13:00')]);
    await step();
    await inZone(schedules.world.actor.merchantId, 'Asia/Tokyo');
    await step();
    goTo('2026-11-21T03:59:59Z');
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', null, 3]]); // prettier-ignore
    goTo('2026-11-21T04:00:00Z');
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 1, 3]]); // prettier-ignore
  });

  it('wait for a server with their declaration, and are forgotten after a week without one', async () => {
    const { step } = await server(schedules.world, schedules.world.db, [NOTES, ticketsAt('03:00')]);
    await addTickets(4);
    await step();
    const other = await server(schedules.world, schedules.world.db, []);
    schedules.world.clock.advance(DAY);
    await other.step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', null, 3]]); // prettier-ignore
    schedules.world.clock.advance(300);
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 1, 3]]); // prettier-ignore
    await sql`update schedule_jobs set polls = 2015`.execute(schedules.world.db.kysely);
    schedules.world.clock.advance(DAY);
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
