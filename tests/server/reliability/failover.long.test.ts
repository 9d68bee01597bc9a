import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { execute } from '#tests/support/executeStatement.ts';
import { DOCUMENTED_SETTINGS, pgbouncerProgram, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { createDatabase, databaseUrl } from '#tests/support/postgres.ts';
import type { OwnPostgres } from '#tests/support/runPostgres.ts';
import { startPrimary, startStandby } from '#tests/support/standby.ts';
import { fillWithDemo, startWorld, type World } from '#tests/support/world.ts';
import { blackHole, type BlackHole } from '#tests/support/blackHole.ts';
import { withdrawalsWith, withdrawer } from './moneyCaller.ts';

const LONG_MS = 180_000;

const HAS_PGBOUNCER = pgbouncerProgram !== null;
const BEHIND_PGBOUNCER = `one address behind pgbouncer${HAS_PGBOUNCER ? '' : ', which is not installed'}`;

describe.each(['one address that is switched to the standby', 'the addresses of both', BEHIND_PGBOUNCER])(
  'a failover, with %s',
  (addresses) => {
    const isOne = addresses.startsWith('one');
    let primary: OwnPostgres;
    let standby: OwnPostgres;
    let way: BlackHole;
    let world: World;
    let standbyUrl: string;
    let pooler: Awaited<ReturnType<typeof startPgbouncer>> | undefined;
    beforeAll(async () => {
      primary = await startPrimary();
      const { url } = await createDatabase(primary.url);
      const filling = await connect({ databaseUrl: url, dataDir: '', clock: systemClock });
      await fillWithDemo(filling, 20);
      await filling.close();
      standby = await startStandby(primary);
      way = await blackHole(url);
      standbyUrl = databaseUrl(standby.url, new URL(url).pathname.slice(1));
      const { host } = new URL(standbyUrl);
      // The standby is listed first and must be skipped.
      const both = way.url.replace('@', `@${host},`);
      if (addresses === BEHIND_PGBOUNCER) pooler = await startPgbouncer(way.url, DOCUMENTED_SETTINGS);
      const options = {
        databaseUrl: pooler?.url ?? (isOne ? way.url : `${both}?target_session_attrs=read-write`),
        dataDir: '',
        clock: systemClock,
      };
      const db = await connect(options);
      world = await startWorld('postgres', { database: { db, options, remove: () => db.close() } });
    }, LONG_MS);
    afterAll(async () => {
      await world.close();
      await pooler?.stop();
      await way.close();
      await standby.stop();
      await primary.stop();
    });

    const status = async (url: string) => (await world.call({ url })).statusCode;
    /** The status of a sign-in, which succeeds only if the server can write. */
    async function signInStatus(): Promise<number> {
      world.clock.advance(60);
      const payload = { username: 'demo', password: 'wrong', totp_code: await world.totpCode() };
      return (await world.call({ method: 'POST', url: '/prod-api/login', payload })).statusCode;
    }

    it.skipIf(addresses === BEHIND_PGBOUNCER && !HAS_PGBOUNCER)(
      "returns 503 and isn't ready while no node accepts writes, and continues once the standby is promoted, with each withdrawal made once",
      async () => {
        const { login_token: token } = await world.signIn('demo');
        const caller = await withdrawer(world, token);
        const before = caller.newKey();
        const { id } = await caller.insist(before);
        await expect
          .poll(() => execute(standbyUrl, `select id from withdrawals where remark = '${before}'`), { timeout: 30_000 })
          .toEqual([{ id }]);
        expect([await status('/readyz'), await status('/healthz')]).toEqual([200, 200]);

        // The primary is lost. Its address leads to the standby before that accepts writes.
        if (isOne) way.leadTo(standbyUrl);
        process.kill(await primary.pid(), 'SIGQUIT');
        await expect.poll(signInStatus, { timeout: 30_000 }).toBe(503);
        for (let tries = 0; tries < 5; tries += 1) expect(await signInStatus()).toBe(503);
        const amid = caller.newKey();
        expect((await caller.withdraw(amid)).status).toBe(503);
        expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200]);

        const began = performance.now();
        await execute(standbyUrl, 'select pg_promote()');
        await expect.poll(() => status('/readyz'), { timeout: 60_000, interval: 100 }).toBe(200);
        const back = performance.now() - began;
        process.stdout.write(`failover, ${addresses}: ready ${Math.round(back)} ms after pg_promote began\n`);
        expect(await signInStatus()).toBe(401);
        for (const key of [before, amid]) {
          const again = await caller.insist(key);
          expect(await withdrawalsWith(world, key)).toEqual([{ id: again.id }]);
        }
        expect(await findViolations(world.db)).toEqual([]);
      },
      LONG_MS,
    );
  },
);

describe('a node that stops accepting writes while its connections stay open', () => {
  let primary: OwnPostgres;
  let world: World;
  beforeAll(async () => {
    primary = await startPrimary();
    const { url } = await createDatabase(primary.url);
    const options = { databaseUrl: url, dataDir: '', clock: systemClock };
    const db = await connect(options);
    await fillWithDemo(db, 20);
    world = await startWorld('postgres', { database: { db, options, remove: () => db.close() } });
  }, LONG_MS);
  afterAll(async () => {
    await world.close();
    await primary.stop();
  });

  it(
    'is dropped at the first rejected write, and used again once it accepts writes',
    async () => {
      const set = async (value: string) => {
        await execute(primary.url, `alter system set default_transaction_read_only = ${value}`);
        await execute(primary.url, 'select pg_reload_conf()');
      };
      const payload = async () => ({ username: 'demo', password: 'wrong', totp_code: await world.totpCode() });
      async function signIn(): Promise<number> {
        // After several failures, an attempt isn't checked, and nothing written, for a minute.
        world.clock.advance(60);
        return (await world.call({ method: 'POST', url: '/prod-api/login', payload: await payload() })).statusCode;
      }
      expect(await signIn()).toBe(401);
      await set('on');
      await expect.poll(signIn, { timeout: 30_000 }).toBe(503);
      await expect.poll(async () => (await world.call({ url: '/readyz' })).statusCode, { timeout: 30_000 }).toBe(503);
      const client = new URL(primary.url);
      client.searchParams.set('options', '-c default_transaction_read_only=off');
      await execute(client.href, 'alter system reset default_transaction_read_only');
      await execute(client.href, 'select pg_reload_conf()');
      await expect.poll(signIn, { timeout: 30_000, interval: 100 }).toBe(401);
      expect((await world.call({ url: '/readyz' })).statusCode).toBe(200);
    },
    LONG_MS,
  );
});
