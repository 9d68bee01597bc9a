import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect, type ConnectOptions, type Db } from '#server/db/connect.ts';
import { withdrawer } from '#tests/server/reliability/moneyCaller.ts';
import { execute } from '#tests/support/executeStatement.ts';
import { createDatabase, databaseUrl } from '#tests/support/postgres.ts';
import type { OwnPostgres } from '#tests/support/runPostgres.ts';
import { startPrimary, startStandby } from '#tests/support/standby.ts';
import { fillWithDemo, startWorld, type World } from '#tests/support/world.ts';

const LONG_MS = 180_000;
const TIMES = { waitMs: 200, askEveryMs: 5, restMs: 0 };
/** As long as the standby needs. */
const PATIENT = { ...TIMES, waitMs: 60_000 };
const PATIENCE = { timeout: 60_000 };
const DAYS = 'from=2026-11-20&to=2026-11-20';

describe('a standby for reads', { timeout: LONG_MS }, () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let options: ConnectOptions;
  let db: Db;
  let world: World;
  let standbyUrl: string;
  const opened: Db[] = [];
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

  beforeAll(async () => {
    // Otherwise each commit is sent a fifth of a second later.
    primary = await startPrimary(['synchronous_commit=on']);
    const { url } = await createDatabase(primary.url);
    const filling = await connect({ databaseUrl: url, dataDir: '', clock: systemClock });
    await fillWithDemo(filling, 20);
    await sql`create table counters (merchant_id uuid primary key, value integer not null)`.execute(filling.kysely);
    await sql`insert into counters select merchant_id, 0 from merchants where type = 'platform'`.execute(
      filling.kysely,
    );
    await filling.close();
    standby = await startStandby(primary);
    standbyUrl = databaseUrl(standby.url, new URL(url).pathname.slice(1));
    options = { databaseUrl: url, readUrl: standbyUrl, dataDir: '', clock: systemClock, log, standbyTimes: TIMES };
    db = await connect(options);
    world = await startWorld('postgres', { database: { db, options, remove: () => db.close() } });
  }, LONG_MS);
  beforeEach(async () => {
    await onStandby('select pg_wal_replay_resume()');
    await expect.poll(() => isFromStandby(), PATIENCE).toBe(true);
    vi.clearAllMocks();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });
  afterAll(async () => {
    await world.close();
    await standby.stop();
    await primary.stop();
  });

  const onStandby = (statement: string) => execute(standby.url, statement);
  const isFromStandby = (of: Db = db) => of.fromStandby(() => where(of));
  async function where({ kysely }: Pick<Db, 'kysely'>): Promise<boolean> {
    const { rows } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(kysely);
    return rows[0]?.is_standby === true;
  }
  const write = (value: number) => sql`update counters set value = ${value}`.execute(db.kysely);
  async function read(at: Pick<Db, 'kysely'>['kysely'] = db.kysely): Promise<number | undefined> {
    return (await sql<{ value: number }>`select value from counters`.execute(at)).rows[0]?.value;
  }
  const readInTransaction = () =>
    db.transaction((tx) => read(tx), { readOnly: true, isolationLevel: 'repeatable read' });
  async function openedWith(change: Partial<ConnectOptions>): Promise<Db> {
    const one = await connect({ ...options, ...change });
    opened.push(one);
    return one;
  }
  const warnings = () => log.warn.mock.calls.map(([, message]: unknown[]) => message);

  it('answers single statements and transactions that only read, and no others', async () => {
    const patient = await openedWith({ standbyTimes: PATIENT });
    const seen = await patient.fromStandby(async () => ({
      statement: await where(patient),
      reading: await patient.transaction((tx) => where({ kysely: tx }), { readOnly: true }),
      writing: await patient.transaction((tx) => where({ kysely: tx })),
      single: await patient.single('select pg_is_in_recovery() as is_standby', []),
      patient: await patient.patiently(() => where(patient)),
    }));
    const single = [{ is_standby: false }];
    expect(seen).toEqual({ statement: true, reading: true, writing: false, single, patient: true });
    expect(await where(patient)).toBe(false);
    await db.fromStandby(() => db.transaction((tx) => sql`update counters set value = 7`.execute(tx)));
    expect(await read()).toBe(7);
    const writing = db.transaction((tx) => sql`update counters set value = 8`.execute(tx), { readOnly: true });
    await expect(writing).rejects.toMatchObject({ message: expect.stringContaining('read-only') });
  });

  it('never shows less than was written before, whether it is quick, late, or quick again', async () => {
    const step = fc.constantFrom('write', 'read', 'read in a transaction', 'pause', 'resume');
    let value = 100;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        await write(value);
        for (const one of steps) {
          if (one === 'write') await write((value += 1));
          if (one === 'read') expect(await db.fromStandby(() => read())).toBe(value);
          if (one === 'read in a transaction') expect(await db.fromStandby(readInTransaction)).toBe(value);
          if (one === 'pause') await onStandby('select pg_wal_replay_pause()');
          if (one === 'resume') await onStandby('select pg_wal_replay_resume()');
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is left out while it is late, which is logged once, and used again when it has caught up', async () => {
    await onStandby('select pg_wal_replay_pause()');
    await expect
      .poll(() => onStandby('select pg_get_wal_replay_pause_state() as state'), PATIENCE)
      .toEqual([{ state: 'paused' }]);
    await write(1_000);
    for (let times = 0; times < 3; times += 1) expect(await isFromStandby()).toBe(false);
    expect(warnings()).toEqual(['The standby is late: the primary answers its reads']);
    await onStandby('select pg_wal_replay_resume()');
    await expect.poll(() => isFromStandby(), PATIENCE).toBe(true);
    expect(log.info.mock.calls.map(([, message]: unknown[]) => message)).toEqual(['The standby has caught up']);
  });

  it('may be killed: its reads go on at the primary, and return when it is back', async () => {
    const transactions: boolean[] = [];
    const patient = await openedWith({ standbyTimes: PATIENT });
    const seen = await patient.fromStandby(async () => {
      const before = await where(patient);
      process.kill(await standby.pid(), 'SIGQUIT');
      await expect.poll(() => onStandby('select 1').catch(() => 'gone'), PATIENCE).toBe('gone');
      const inTransaction = await patient.transaction(
        async (tx) => {
          transactions.push(await where({ kysely: tx }));
          return read(tx);
        },
        { readOnly: true },
      );
      return { before, after: await where(patient), inTransaction };
    });
    expect(seen).toEqual({ before: true, after: false, inTransaction: await read() });
    expect(transactions).toEqual([false]);
    await write(2_000);
    expect(await db.fromStandby(() => read())).toBe(2_000);
    const started = await openedWith({});
    expect(await isFromStandby(started)).toBe(false);
    await standby.startAgain();
    for (const one of [db, patient, started]) await expect.poll(() => isFromStandby(one), PATIENCE).toBe(true);
    expect(log.error.mock.calls.map(([, message]: unknown[]) => message)).toEqual(
      Array.from({ length: 3 }, () => 'The standby is unavailable: the primary answers its reads until it is back'),
    );
  });

  it('must be a standby of the same database', async () => {
    const itself = await openedWith({ readUrl: options.databaseUrl });
    const other = await openedWith({ readUrl: standby.url });
    for (const one of [itself, other])
      expect([await isFromStandby(one), await isFromStandby(one)]).toEqual([false, false]);
    expect(warnings()).toEqual([
      'DATABASE_READ_URL is no standby of the database in DATABASE_URL: the primary answers its reads',
    ]);
  });

  it('needs no more rights than the tables', async () => {
    await execute(options.databaseUrl ?? '', `create role reader login`);
    await execute(options.databaseUrl ?? '', 'grant select on counters to reader');
    const [readUrl, url] = [standbyUrl, options.databaseUrl ?? ''].map((one) => one.replace('postgres@', 'reader@'));
    const reader = await openedWith({ databaseUrl: url, readUrl });
    await expect.poll(() => isFromStandby(reader), PATIENCE).toBe(true);
  });

  it('answers exports, statements and lists of past periods, with what the user has just done', async () => {
    const { login_token: token } = await world.signIn('demo');
    const { withdraw, newKey } = await withdrawer(world, token);
    const filter = (value: object) => encodeURIComponent(JSON.stringify(value));
    const past = filter({ created_at_lt: '2026-11-01T00:00:00.000Z' });
    const today = filter({ created_at_lt: '2027-11-01T00:00:00.000Z' });
    const answered = vi.spyOn(db, 'fromStandby');
    for (const way of ['quick', 'late'] as const) {
      if (way === 'late') await onStandby('select pg_wal_replay_pause()');
      const { status, id } = await withdraw(newKey());
      expect(status).toBe(200);
      const exported = await world.call({ url: '/prod-api/withdrawals/export?format=csv', token });
      expect(exported.statusCode).toBe(200);
      const { rows } = await sql<{ no: string }>`select withdrawal_no as no from withdrawals where id = ${id}`.execute(
        db.kysely,
      );
      expect(exported.body).toContain(rows[0]?.no);
    }
    for (const [url, times] of [
      [`statements?${DAYS}`, 1],
      [`withdrawals?filter=${past}`, 1],
      [`withdrawals/summary?filter=${past}`, 1],
      [`withdrawals?filter=${today}`, 0],
      ['submerchant-stats/overview?from=2026-11-01&to=2026-11-10', 1],
    ] as const) {
      answered.mockClear();
      expect((await world.call({ url: `/prod-api/${url}`, token })).statusCode).toBe(200);
      expect([url, answered.mock.calls.length]).toEqual([url, times]);
    }
  });
});
