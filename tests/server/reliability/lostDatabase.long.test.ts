import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { createDatabase, startOwnPostgres } from '#tests/support/postgres.ts';
import type { OwnPostgres } from '#tests/support/runPostgres.ts';
import { fillWithDemo, startWorld, type World } from '#tests/support/world.ts';
import { blackHole, type BlackHole } from '#tests/support/blackHole.ts';
import { freeze, thaw } from './freeze.ts';
import { withdrawalsWith, withdrawer } from './moneyCaller.ts';

/** More than the connections of the server. */
const AT_ONCE = 15;
/** Measured on an idle machine: 4.5 s to the first rejections, then less than 0.1 s, and 1 to 2 s to recover. */
const LONG_MS = 180_000;

describe("a server whose database doesn't respond", () => {
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

  /** The result of `act` and its duration in milliseconds. */
  async function timed<T>(act: () => Promise<T>): Promise<{ ms: number; value: T }> {
    const began = performance.now();
    const value = await act();
    return { ms: performance.now() - began, value };
  }

  /** Waits until a response isn't 503. Returns the duration in milliseconds. */
  async function backAfter(): Promise<number> {
    const { ms } = await timed(async () => {
      await expect.poll(() => status('/prod-api/orders'), { timeout: 60_000, interval: 100 }).toBe(200);
    });
    return ms;
  }

  /** Declares what must hold for each way in which a database stops responding and recovers. */
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
    'rejects all calls within seconds when the host vanishes, immediately once that is known, and continues when it is back',
    () => expectBounded('vanished host', way.swallow, way.pass),
    LONG_MS,
  );

  it(
    'does the same if the database hangs and then resumes, and makes each withdrawal once',
    () =>
      expectBounded(
        'hung database',
        async () => freeze(await postgres.pid()),
        async () => thaw(await postgres.pid()),
      ),
    LONG_MS,
  );

  it(
    'drops all connections when one of them is dead, while new ones work',
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
    "returns 503 to a withdrawal whose commit isn't confirmed, and returns that withdrawal when it is retried",
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
    'leaves no transaction open after giving it up',
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
