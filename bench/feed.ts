import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { type FeedWindow, joinWindow, pollWindow } from '#server/modules/live/feedWindow.ts';
import { LIVE_TIMES } from '#server/modules/live/eventStream.ts';
import { TABLES } from '#tests/support/migratedDatabase.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres.ts';

/**
 * npm run bench:feed: how long a poll of the change feed takes on PostgreSQL, for a busy tenant, for the platform and
 * for 20 tenants without changes. 500 changes a second are written between the polls, 300 of them of the busy tenant, the
 * others of 180 tenants. The table holds those of a quarter of an hour, as it does in operation.
 */
const PER_SECOND = 500;
const KEPT_SECONDS = 15 * 60;
/** Polls per case: enough for two that count the whole window. */
const POLLS = 44;

const tenant = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const CASES = [
  { name: 'a tenant with 300 changes a second', tenants: [tenant(0)] },
  { name: 'the platform', tenants: [PLATFORM_ID] },
  { name: '20 tenants without changes', tenants: Array.from({ length: 20 }, (_, n) => tenant(1_000 + n)) },
];

/** Values of the n-th change. */
const VALUES = `('019a0000-0000-7000-8000-' || lpad((case when n % 5 < 3 then 0 else 1 + n * 7919::bigint % 180 end)::text, 12, '0'))::uuid,
  (array['orders', 'ledger_entries', 'webhook_deliveries', 'payouts', 'deposits'])[1 + n / 5 % 5],
  '00000000-0000-0000-0000-000000000000'`;

/** Writes the changes of the last quarter of an hour. */
async function fill(db: Db): Promise<void> {
  await sql`
    insert into changes (merchant_id, resource, user_id, at)
    select ${sql.raw(VALUES)}, now() - n * interval '1 second' / ${sql.lit(PER_SECOND)}
    from generate_series(${sql.lit(PER_SECOND * KEPT_SECONDS)}, 1, -1) n`.execute(db.kysely);
  await db.maintain();
}

/** Writes the changes that are due between two polls, each in a transaction of its own. */
async function writeMore(db: Db, written: number): Promise<void> {
  const text = `insert into changes (merchant_id, resource, user_id, at) select ${VALUES}, clock_timestamp() from (values ($1::integer)) v (n)`;
  const count = (PER_SECOND * LIVE_TIMES.lookEveryMs) / 1_000;
  await Promise.all(Array.from({ length: count }, (_, n) => db.single(text, [written + n])));
}

/** Milliseconds that each poll took. */
async function timePolls(db: Db, tenants: readonly string[]): Promise<number[]> {
  let window: FeedWindow | null = null;
  for (const id of tenants) ({ window } = await joinWindow(db, id, { agoMs: 0 }, window));
  const took: number[] = [];
  while (window !== null && took.length < POLLS) {
    const next = pause(LIVE_TIMES.lookEveryMs);
    await writeMore(db, took.length * PER_SECOND);
    await next;
    const begun = performance.now();
    ({ window } = await pollWindow(db, tenants, window));
    took.push(performance.now() - begun);
  }
  return took;
}

const postgres = await startPostgres();
const { url } = await createDatabase(postgres.url);
const db = await connect({ databaseUrl: url, dataDir: '', clock: systemClock });
try {
  await TABLES.prepare(db);
  await db.patiently(() => fill(db));
  for (const { name, tenants } of CASES) {
    const took = await timePolls(db, tenants);
    const mean = took.reduce((sum, ms) => sum + ms, 0) / took.length;
    process.stdout.write(`${name}: ${mean.toFixed(1)} ms on average, ${Math.max(...took).toFixed(1)} ms at most\n`);
  }
} finally {
  await db.close();
  await postgres.stop();
}
