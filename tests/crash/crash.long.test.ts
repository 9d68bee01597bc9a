import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectOptions, Db } from '#server/db/connect.ts';
import { createRandom } from '#demo/random.ts';
import { TABLES } from '#tests/support/migratedDatabase.ts';
import { createDatabase, startOwnPostgres } from '#tests/support/postgres.ts';
import { preparedDatabase } from '#tests/support/preparedDatabase.ts';
import { TEST_KEY } from '#tests/support/world.ts';
import { killingPostgres } from './postgresProcess.ts';
import { killingTheServer } from './serverProcess.ts';
import { survive, type Survival } from './survive.ts';

/** Number of kills. `npm run test:crash` sets more. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 10);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
/** 30% of the kills hit PostgreSQL, 30% a server on the embedded database, the rest a server on PostgreSQL. */
const [OF_POSTGRES, ON_EMBEDDED] = [Math.floor(KILLS * 0.3), Math.floor(KILLS * 0.3)];
const ON_POSTGRES = KILLS - OF_POSTGRES - ON_EMBEDDED;
/** Milliseconds. Long, because the machine may be busy. */
const timeout = 120_000 + KILLS * 20_000;
const DATA_KEY = TEST_KEY.toString('hex');

describe('money, when what moves it is killed', () => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });

  function tell(what: string, { kills, calls, answered, payouts, orders }: Survival): void {
    const counts = `${calls} calls, ${answered} answered, ${payouts} payouts, ${orders} orders`;
    process.stdout.write(`${kills} kills of ${what} (CRASH_SEED=${SEED}): ${counts}\n`);
  }

  /** A migrated database without open connections. */
  async function prepared(kind: Db['kind']): Promise<ConnectOptions> {
    const { db, options, remove } = await preparedDatabase(kind, TABLES);
    cleanups.push(remove);
    await db.close();
    return options;
  }

  it(`survives ${ON_POSTGRES} kills of the server on PostgreSQL`, { timeout }, async () => {
    const { databaseUrl } = await prepared('postgres');
    const environment = { DATABASE_URL: databaseUrl ?? '', DATA_KEY, DEMO: '0' };
    const place = () => killingTheServer(environment);
    const survival = await survive({ environment, place, kills: ON_POSTGRES, seed: SEED });
    tell('the server on PostgreSQL', survival);
    expect(survival.losses).toEqual([]);
  });

  it(`survives ${ON_EMBEDDED} kills of the server on the embedded database`, { timeout }, async () => {
    const { dataDir } = await prepared('embedded');
    const environment = { DATA_DIR: dataDir, DATA_KEY, DEMO: '0' };
    const place = () => killingTheServer(environment);
    const survival = await survive({ environment, place, kills: ON_EMBEDDED, seed: SEED });
    tell('the server on the embedded database', survival);
    expect(survival.losses).toEqual([]);
  });

  it(`survives ${OF_POSTGRES} kills of PostgreSQL`, { timeout }, async () => {
    const postgres = await startOwnPostgres({ durable: true });
    cleanups.push(postgres.stop);
    const { url } = await createDatabase(postgres.url);
    const environment = { DATABASE_URL: url, DATA_KEY, DEMO: '0' };
    const place = () => killingPostgres(environment, postgres, createRandom(SEED, 'whom'));
    const survival = await survive({ environment, place, kills: OF_POSTGRES, seed: SEED });
    tell('PostgreSQL', survival);
    expect(survival.losses).toEqual([]);
  });
});
