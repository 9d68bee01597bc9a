import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { scheduleWorld, DAY, ticketsAt, NOTES, server } from './scheduleWorld.ts';

describe.each(EITHER_DATABASE)('scheduled actions on %s', (kind) => {
  const schedules = scheduleWorld(kind);
  const { addTickets, touchedOf, goTo, lastRun } = schedules;

  it('run at their time in each tenant’s zone, as the system’s act, once a day', async () => {
    const { step } = await server(schedules.world, schedules.world.db, [NOTES, ticketsAt('03:00')]);
    await addTickets(4);
    await addTickets(4, schedules.world.stranger.merchantId);
    // Noon in Shanghai, 22:00 in Mexico: today's time has passed in one zone, and neither catches up.
    await step();
    expect([await touchedOf(), await touchedOf(schedules.world.stranger.merchantId)]).toEqual([
      [['closed', null, 1], ['open', null, 3]],
      [['closed', null, 1], ['open', null, 3]],
    ]); // prettier-ignore
    goTo('2026-11-20T09:00:00Z');
    for (let times = 0; times < 3; times += 1) await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', null, 3]]); // prettier-ignore
    expect(await touchedOf(schedules.world.stranger.merchantId)).toEqual([['closed', null, 1], ['open', 1, 3]]); // prettier-ignore
    goTo('2026-11-20T18:59:59Z');
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', null, 3]]); // prettier-ignore
    goTo('2026-11-20T19:00:00Z');
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 1, 3]]); // prettier-ignore
    const { rows } = await sql`
      select distinct action, actor_id, after ->> 'touched_on' as day from audit_logs
      where merchant_id = ${schedules.world.actor.merchantId} order by action`.execute(schedules.world.db.kysely);
    expect(rows).toEqual([
      { action: 'notes.create', actor_id: null, day: null },
      { action: 'tickets.remind', actor_id: null, day: '2026-11-21' },
    ]);
    expect(await verifyChain(schedules.world.db, schedules.world.actor.merchantId)).toBeNull();
  });

  it('leave out records that refuse them, and count these', async () => {
    const { step } = await server(schedules.world, schedules.world.db, [NOTES, ticketsAt('03:00')]);
    await addTickets(4);
    await addTickets(2, schedules.world.actor.merchantId, 5);
    await step();
    schedules.world.clock.advance(DAY);
    await step();
    expect(await touchedOf()).toEqual([['closed', null, 1], ['open', 1, 3], ['open', 5, 2]]); // prettier-ignore
    expect(await lastRun()).toMatchObject({ last_on: '2026-11-21', last_changed: 3, last_refused: 2, after_id: null });
  });
});
