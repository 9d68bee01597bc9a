import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { execute } from '#tests/support/executeStatement.ts';
import { createDatabase, startOwnPostgres } from '#tests/support/postgres.ts';
import { serverUser } from '#tests/support/postgresFolder.ts';
import type { OwnPostgres } from '#tests/support/runPostgres.ts';
import { mayMount, smallDisk, type SmallDisk } from '#tests/support/smallDisk.ts';
import { fillWithDemo, startWorld, type World } from '#tests/support/world.ts';
import { withdrawalsWith, withdrawer, type Answered } from './moneyCaller.ts';

const DISK_MEGABYTES = 512;
/** Bytes left on the disk: some pages of tables. */
const LEFT = 128 * 1024;
/** Partly filled table pages accept some of the calls. */
const MOST_CALLS = 500;
const UNAVAILABLE = { status: 503, id: null, retryAfter: '2' };

describe.skipIf(!mayMount())('a server whose PostgreSQL has a full disk (needs root on Linux, to mount one)', () => {
  let disk: SmallDisk;
  let postgres: OwnPostgres;
  let world: World;
  let caller: Awaited<ReturnType<typeof withdrawer>>;
  beforeAll(async () => {
    disk = await smallDisk(DISK_MEGABYTES, await serverUser());
    postgres = await startOwnPostgres({ durable: true, folder: disk.folder });
    const { url: databaseUrl } = await createDatabase(postgres.url);
    const options = { databaseUrl, dataDir: '', clock: systemClock };
    const db = await connect(options);
    await fillWithDemo(db, 20);
    world = await startWorld('postgres', { database: { db, options, remove: () => db.close() } });
    caller = await withdrawer(world, (await world.signIn('demo')).login_token);
  });
  afterAll(async () => {
    await world.close();
    await postgres.stop();
    await disk.remove();
  });

  async function withdrawUntilRefused(): Promise<Map<string, Answered>> {
    const answers = new Map<string, Answered>();
    for (let refused = false; !refused && answers.size < MOST_CALLS;) {
      const key = caller.newKey();
      const answer = await caller.withdraw(key);
      answers.set(key, answer);
      refused = answer.status !== 200;
    }
    return answers;
  }

  /** Begins a new file of the log, so that the log has space for the calls. Without, PostgreSQL would stop. */
  async function startLogFile(): Promise<void> {
    await execute(postgres.url, 'select pg_switch_wal()');
    await execute(postgres.url, `select pg_logical_emit_message(false, 'started', '')`);
  }

  /** Retries each call once, and compares the database with what was acknowledged. */
  async function expectMadeOnce(answers: Map<string, Answered>): Promise<void> {
    for (const [key, { status, id }] of answers) {
      const again = await caller.insist(key);
      const made = await withdrawalsWith(world, key);
      expect(made).toEqual([{ id: again.id }]);
      if (status === 200) expect(again.id).toBe(id);
    }
    expect([...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))]).toEqual([]);
  }

  it('returns 503 if its tables have no space, keeps what it acknowledged, and continues once there is space', async () => {
    await startLogFile();
    await disk.fill(LEFT);
    const answers = await withdrawUntilRefused();
    expect([...answers.values()].at(-1)).toEqual(UNAVAILABLE);
    await disk.makeRoom();
    await expectMadeOnce(answers);
  });

  it('returns 503 while PostgreSQL is down because its log has no space, and continues automatically once it is back', async () => {
    const before = await withdrawSome();
    // A single connection, because a new one may need to write a file before its first statement.
    const client = new pg.Client(postgres.url);
    client.on('error', () => {});
    await client.connect();
    await disk.fill(0);
    // The log grows until there is no space for another file, at which PostgreSQL stops immediately.
    const grow = () => client.query(`select pg_logical_emit_message(false, 'full', repeat('x', 1000000))`);
    await expect(repeated(grow)).rejects.toThrow(/No space left|terminat|ECONNRESET/);
    const refused = caller.newKey();
    expect(await caller.withdraw(refused)).toEqual(UNAVAILABLE);
    await disk.makeRoom();
    await postgres.startAgain();
    await expectMadeOnce(new Map([...before, [refused, UNAVAILABLE]]));
  });

  async function withdrawSome(): Promise<Map<string, Answered>> {
    const answers = new Map<string, Answered>();
    for (const key of [caller.newKey(), caller.newKey()]) answers.set(key, await caller.withdraw(key));
    return answers;
  }
});

/** Repeats `act` until it fails. */
async function repeated(act: () => Promise<unknown>): Promise<never> {
  for (;;) await act();
}
