import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { sqlState } from '#server/db/dbErrors.ts';
import { UnavailableError } from '#server/errors.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { execute } from '#tests/support/executeStatement.ts';
import { gate } from '#tests/support/gate.ts';
import { pgbouncerProgram, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { fillWithDemo, startWorld } from '#tests/support/world.ts';
import { withdrawalsWith, withdrawer } from '../../reliability/moneyCaller.ts';
import { directly, ledDatabase, limitsHold, type LedDatabase, namesHold } from './limitsHold.ts';

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

/** Declares the test that waits for PostgreSQL's own limits. */
function slowIsCancelled(led: () => LedDatabase): void {
  it('PostgreSQL itself cancels slow statements and gives up waiting for a lock', async () => {
    const { db, plainUrl } = led();
    const rows = [3, 4].map((id) => ({ id, amount: 0n }));
    await db.kysely.insertInto('things').values(rows).execute();
    const [locked, done] = [gate(), gate()];
    const holder = db.patiently(() =>
      db.transaction(async (tx) => {
        await tx.updateTable('things').set({ amount: 1n }).execute();
        locked.open();
        await done.opened;
      }),
    );
    await locked.opened;
    const failures = await Promise.all([
      caught(sql`select pg_sleep(60)`.execute(db.kysely)),
      caught(db.transaction((tx) => sql`select pg_sleep(60)`.execute(tx))),
      caught(db.kysely.updateTable('things').set({ amount: 2n }).where('id', '=', 3).execute()),
      caught(db.transaction((tx) => tx.updateTable('things').set({ amount: 2n }).where('id', '=', 4).execute())),
    ]);
    done.open();
    await holder;
    expect(failures.map(sqlState)).toEqual(['57014', '57014', '55P03', '55P03']);
    for (const failure of failures) expect(failure).toBeInstanceOf(UnavailableError);
    const running = `select 1 from pg_stat_activity where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid() and state = 'active'`;
    expect(await execute(plainUrl, running)).toEqual([]);
  });
}

describe('time limits on PostgreSQL', () => {
  slowIsCancelled(ledDatabase(directly));
});

describe.skipIf(pgbouncerProgram === null)('time limits through pgbouncer (needs the program) hold', () => {
  const led = ledDatabase(startPgbouncer);
  limitsHold(led);
  slowIsCancelled(led);
});

describe.skipIf(pgbouncerProgram === null)('statements through pgbouncer (needs the program)', () => {
  namesHold(ledDatabase(startPgbouncer), { isNamed: false });
});

describe.skipIf(pgbouncerProgram === null)('a server behind pgbouncer (needs the program)', () => {
  it('signs in, lists and withdraws, once each', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'));
    const pgbouncer = await startPgbouncer(url);
    const options = { databaseUrl: pgbouncer.url, dataDir: '', clock: systemClock };
    const db = await connect(options);
    await fillWithDemo(db, 20);
    const world = await startWorld('postgres', { database: { db, options, remove: () => db.close() } });
    const token = (await world.signIn('demo')).login_token;
    const caller = await withdrawer(world, token);
    const keys = Array.from({ length: 12 }, caller.newKey);
    for (const key of keys) {
      const both = await Promise.all([caller.insist(key), caller.insist(key)]);
      const [made] = await withdrawalsWith(world, key);
      expect(both.map(({ id }) => id)).toEqual([made?.id, made?.id]);
    }
    expect((await world.call({ url: '/prod-api/orders', token })).statusCode).toBe(200);
    expect((await world.call({ url: '/readyz' })).statusCode).toBe(200);
    expect(await findViolations(db)).toEqual([]);
    await world.close();
    await pgbouncer.stop();
    await drop();
  });
});
