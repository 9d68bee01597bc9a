import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, inject, it } from 'vitest';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { backUpEmbedded, BackupFileError, restoreEmbedded } from '#server/db/embedded/backup.ts';
import { DataFolderError } from '#server/db/embedded/dataFolder.ts';
import { FolderInUseError } from '#server/db/embedded/lock.ts';
import type { Database } from '#server/db/schema.ts';
import { findWrongSums } from '#server/figures/recountOrders.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { createDatabase } from '../support/postgres.ts';
import { postgresBinaries } from '../support/postgresBinaries.ts';
import type { TestDatabase } from '../support/testDatabase.ts';
import { demoDatabase, startWorld } from '../support/world.ts';
import { gatewayWorld, type GatewayWorld } from './modules/gateway/gatewayWorld.ts';

const run = promisify(execFile);
/** Enough to create, back up and restore databases on a busy machine. */
const LONG_MS = 180_000;
const PATIENT = { timeout: 30_000 };

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Runs the checks of `npm run ledger:check` and `npm run audit:verify`, and signs in.
 * @returns the number of payouts
 */
async function expectSound(database: TestDatabase<Database>): Promise<number> {
  const { db } = database;
  const violations = [await findViolations(db), await findBusinessViolations(db), await findWrongSums(db)];
  expect(violations.flat()).toEqual([]);
  const tenants = await db.kysely.selectFrom('merchants').select('merchant_id').execute();
  for (const { merchant_id } of tenants) expect(await verifyChain(db, merchant_id)).toBeNull();
  const payouts = await db.kysely.selectFrom('payouts').select('id').execute();
  const world = await startWorld(db.kind, { database });
  cleanups.push(() => world.close());
  expect((await world.signIn('demo')).login_token).toMatch(/./);
  return payouts.length;
}

/** The smallest amount of the channel: the balance is enough for about 270, many times what a backup lasts. */
const PAYOUT = {
  channel: 'cn_payout_bank',
  amount: '1000',
  payee_name: '李雷',
  card_number: '6222 0202 0011 2233 445',
  bank_name: '中国银行',
};

/** Requests payouts one after the other, as a merchant's server does, and processes them until `stop` is called. */
function payoutsComeIn(world: GatewayWorld) {
  const accepted: string[] = [];
  const stopping = new AbortController();
  const coming = (async () => {
    while (!stopping.signal.aborted) {
      const merchant_order_no = `backup-${accepted.length}`;
      const { status } = await world.ask('payout', { ...PAYOUT, merchant_order_no });
      if (status !== 201) throw new Error(`a payout was answered with ${status}`);
      accepted.push(merchant_order_no);
      await world.payouts.step();
    }
  })();
  return {
    accepted: () => accepted.length,
    async stop() {
      stopping.abort();
      await coming;
    },
  };
}

/** The programs are beside PostgreSQL's server or in PATH, but not every package includes them. */
const beside = await postgresBinaries();
const program = (name: string) => (existsSync(path.join(beside, name)) ? path.join(beside, name) : name);
const hasPrograms = await run(program('pg_restore'), ['--version']).then(
  () => true,
  () => false,
);

it.skipIf(!hasPrograms)(
  'a backup of PostgreSQL during payouts is complete',
  async () => {
    const world = await gatewayWorld('postgres');
    cleanups.push(() => world.close());
    const source = await world.db.kysely.selectFrom('payouts').select('id').execute();
    const url = world.databaseUrl ?? '';
    const coming = payoutsComeIn(world);
    await expect.poll(coming.accepted, PATIENT).toBeGreaterThan(2);
    const file = path.join(await newFolder(), 'console.dump');
    await run(program('pg_dump'), ['--format=custom', `--file=${file}`, url]);
    const atTheEnd = coming.accepted();
    await expect.poll(coming.accepted, PATIENT).toBeGreaterThan(atTheEnd);
    await coming.stop();

    const { url: restoredUrl, drop } = await createDatabase(inject('postgresUrl'));
    const how = ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${restoredUrl}`];
    await run(program('pg_restore'), [...how, file]);
    const options = { databaseUrl: restoredUrl, dataDir: '', clock: systemClock };
    const db = await connect(options);
    const payouts = await expectSound({ db, options, remove: () => db.close().then(drop) });
    expect(payouts).toBeGreaterThanOrEqual(source.length + 2);
    expect(payouts).toBeLessThanOrEqual(source.length + atTheEnd + 1);
  },
  LONG_MS,
);

it(
  'a backup of the embedded database is complete; a database in use and existing files are left untouched',
  async () => {
    const source = await demoDatabase('embedded', 40);
    cleanups.push(source.remove);
    const { dataDir } = source.options;
    const file = path.join(await newFolder(), 'console.tar.gz');
    await expect(backUpEmbedded({ dataDir, file, clock: systemClock })).rejects.toThrow(FolderInUseError);
    const { length: payouts } = await source.db.kysely.selectFrom('payouts').select('id').execute();
    await source.db.close();
    await backUpEmbedded({ dataDir, file, clock: systemClock });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(backUpEmbedded({ dataDir, file, clock: systemClock })).rejects.toThrow(BackupFileError);

    const restored = path.join(await newFolder(), 'data');
    await restoreEmbedded({ dataDir: restored, file, clock: systemClock });
    await expect(restoreEmbedded({ dataDir: restored, file, clock: systemClock })).rejects.toThrow(DataFolderError);
    const options = { dataDir: restored, clock: systemClock };
    const db = await connect(options);
    expect(await expectSound({ db, options, remove: () => db.close() })).toBe(payouts);
  },
  LONG_MS,
);

it("a file that isn't a backup leaves no database behind", async () => {
  const folder = await newFolder();
  const file = path.join(folder, 'console.tar.gz');
  await writeFile(file, 'no backup');
  const means = { dataDir: path.join(folder, 'data'), file, clock: systemClock };
  await expect(restoreEmbedded(means)).rejects.toThrow(BackupFileError);
  expect(existsSync(path.join(folder, 'data/database'))).toBe(false);
});
