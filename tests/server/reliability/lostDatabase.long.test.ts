import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { createDatabase, startOwnPostgres } from '#tests/support/postgres.ts';
import type { OwnPostgres } from '#tests/support/runPostgres.ts';
import { fillWithDemo, startWorld, type World } from '#tests/support/world.ts';
import { blackHole, type BlackHole } from './blackHole.ts';
import { freeze, thaw } from './freeze.ts';
import { withdrawalsWith, withdrawer } from './moneyCaller.ts';

/** More than the server has connections. */
const AT_ONCE = 15;
/** Printed times on a quiet machine: 4.5 s to the first refusals, then less than 0.1 s, and 1 to 2 s to come back. */
const LONG_MS = 180_000;

describe('a server whose database gives no answer', () => {
  let postgres: OwnPostgres;
  let way: BlackHole;
  let world: World;
  let token: string;
  let caller: Awaited<ReturnType<typeof withdrawer>>;
  beforeAll(async () => {
    postgres = await startOwnPostgres();
    const { url } = await createDatabase(postgres.url);
    way = await blackHole(url);
    const options = { databaseUrl: way.url, dataDir: '', clock: systemClock };
    const db = await connect(options);
    await fillWithDemo(db, 20);
    world = await startWorld('postgres', { database: { db, options, remove: () => db.close() } });
    token = (await world.signIn('demo')).login_token;
    caller = await withdrawer(world, token);
  }, LONG_MS);
  afterAll(async () => {
    way.pass();
    await world.close();
    await way.close();
    await postgres.stop();
  });

  const status = async (url: string) => (await world.call({ url, token })).statusCode;

  /** How many milliseconds it takes, and what comes of it. */
  async function timed<T>(act: () => Promise<T>): Promise<{ ms: number; value: T }> {
    const began = performance.now();
    const value = await act();
    return { ms: performance.now() - began, value };
  }

  /** Until an answer is not 503, how long that took. */
  async function backAfter(): Promise<number> {
    const { ms } = await timed(async () => {
      await expect.poll(() => status('/prod-api/orders'), { timeout: 60_000, interval: 100 }).toBe(200);
    });
    return ms;
  }

  /** Holds for each way in which a database falls silent, and comes back. */
  async function expectBounded(what: string, fallSilent: () => unknown, comeBack: () => unknown): Promise<void> {
    expect(await status('/readyz')).toBe(200);
    const keys = Array.from({ length: AT_ONCE }, caller.newKey);
    // All connections are open when it happens.
    await Promise.all(keys.map(() => status('/prod-api/orders')));
    await fallSilent();
    const answers = await Promise.all(keys.map((key) => timed(() => caller.withdraw(key))));
    expect(answers.map(({ value }) => value.status)).toEqual(keys.map(() => 503));
    const slowest = Math.max(...answers.map(({ ms }) => ms));

    const known = await timed(() => status('/readyz'));
    expect([known.value, await status('/healthz')]).toEqual([503, 200]);
    const next = await timed(() => status('/prod-api/orders'));
    expect(next.value).toBe(503);

    await comeBack();
    const back = await backAfter();
    const figures = { slowest, known: known.ms, next: next.ms, back };
    process.stdout.write(
      `${what}: ${JSON.stringify(figures, (_key, value: unknown) => (typeof value === 'number' ? Math.round(value) : value))}\n`,
    );

    for (const key of keys) {
      const { id } = await caller.insist(key);
      expect(await withdrawalsWith(world, key)).toEqual([{ id }]);
    }
    expect([...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))]).toEqual([]);
  }

  it(
    'refuses all within seconds when its host vanishes, at once when that is known, and goes on once it is back',
    () => expectBounded('vanished host', way.swallow, way.pass),
    LONG_MS,
  );

  it(
    'does the same when the database hangs and then goes on where it was, and makes each withdrawal once',
    () =>
      expectBounded(
        'hung database',
        async () => freeze(await postgres.pid()),
        async () => thaw(await postgres.pid()),
      ),
    LONG_MS,
  );

  it(
    'drops all connections when one of them led nowhere, while new ones get through',
    async () => {
      await Promise.all(Array.from({ length: AT_ONCE }, () => status('/prod-api/orders')));
      way.swallow();
      way.pass();
      expect(await status('/prod-api/orders')).toBe(503);
      const rest = await Promise.all(Array.from({ length: AT_ONCE }, () => status('/prod-api/orders')));
      expect(rest).toEqual(rest.map(() => 200));
    },
    LONG_MS,
  );

  it(
    'answers 503 to a withdrawal whose commit is not confirmed, and has it once when it is tried again',
    async () => {
      const key = caller.newKey();
      way.swallowCommitOf('insert into "withdrawals"');
      expect((await caller.withdraw(key)).status).toBe(503);
      way.pass();
      await backAfter();
      const made = await withdrawalsWith(world, key);
      expect(made).toHaveLength(1);
      expect((await caller.insist(key)).id).toBe(made[0]?.id);
      expect(await withdrawalsWith(world, key)).toEqual(made);
    },
    LONG_MS,
  );

  it(
    'lets go of what it has given up: no transaction of it is left open',
    async () => {
      const key = caller.newKey();
      const held = world.db.kysely.selectFrom('wallets').selectAll();
      await held.execute();
      freeze(await postgres.pid());
      expect((await caller.withdraw(key)).status).toBe(503);
      thaw(await postgres.pid());
      await backAfter();
      const { id } = await caller.insist(key);
      expect(await withdrawalsWith(world, key)).toEqual([{ id }]);
      await expect.poll(() => held.forUpdate().execute(), { timeout: 30_000 }).not.toHaveLength(0);
    },
    LONG_MS,
  );
});
