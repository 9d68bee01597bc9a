import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { gate } from '#tests/support/gate.ts';
import { gatewayWorld, type GatewayWorld } from '../modules/gateway/gatewayWorld.ts';
import { connectionCutter, type ConnectionCutter } from './connectionCutter.ts';
import { withdrawalsWith, withdrawer } from './moneyCaller.ts';

const PATIENT = { timeout: 30_000 };
/** Fewer than the failures that lock a payment password. An attempt counts as a failure until it succeeds. */
const AT_ONCE = 4;
/** The size of the server's pool. */
const CONNECTIONS = 10;
const ROUNDS = 2;
const UNAVAILABLE = { status: 503, id: null, retryAfter: '2' };

describe('a server whose PostgreSQL is in trouble', () => {
  let world: GatewayWorld;
  let cutter: ConnectionCutter;
  let caller: Awaited<ReturnType<typeof withdrawer>>;
  beforeAll(async () => {
    world = await gatewayWorld('postgres');
    await world.db.kysely.deleteFrom('order_jobs').execute();
    cutter = await connectionCutter(world.databaseUrl ?? '');
    caller = await withdrawer(world, (await world.signIn('demo')).login_token);
  });
  afterAll(async () => {
    await cutter.close();
    await world.close();
  });

  /** Retries twice more concurrently, like a user who presses the button repeatedly. */
  async function expectMadeOnce(key: string): Promise<void> {
    const again = await Promise.all([caller.insist(key), caller.insist(key)]);
    const made = await withdrawalsWith(world, key);
    expect(made).toHaveLength(1);
    expect(again.map(({ id }) => id)).toEqual([made[0]?.id, made[0]?.id]);
  }

  it('returns 503 to withdrawals whose connections are cut, each of which is made once when retried', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const keys = Array.from({ length: AT_ONCE }, caller.newKey);
      await cutter.holdWallets();
      const first = keys.map((key) => caller.withdraw(key));
      await cutter.untilWaiting(AT_ONCE);
      expect(await cutter.cut()).toBeGreaterThanOrEqual(AT_ONCE);
      await cutter.letGo();
      expect(await Promise.all(first)).toEqual(keys.map(() => UNAVAILABLE));

      for (const key of keys) await expectMadeOnce(key);
    }
    expect([...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))]).toEqual([]);
  });

  it("returns 503 if a row lock or a connection isn't available in time, and loses nothing", async () => {
    const [held, queued] = [caller.newKey(), caller.newKey()];
    await cutter.holdWallets();
    expect(await caller.withdraw(held)).toEqual(UNAVAILABLE);
    await cutter.letGo();
    await expectMadeOnce(held);

    const done = gate();
    const holders = Array.from({ length: CONNECTIONS }, () =>
      world.db.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
        await done.opened;
      }),
    );
    await expect.poll(() => world.db.connections(), PATIENT).toMatchObject({ open: CONNECTIONS, idle: 0 });
    expect(await caller.withdraw(queued)).toEqual(UNAVAILABLE);
    done.open();
    await Promise.all(holders);
    await expectMadeOnce(queued);
  });

  it('continues automatically after its connections are cut: calls are answered, and workers run', async () => {
    world.collecting.start();
    world.payouts.start();
    for (let round = 0; round < ROUNDS; round += 1) {
      await cutter.cut();
      const no = `CUT-${round}`;
      const place = async () =>
        (await world.ask('collect', { channel: 'cn_qr_yun', merchant_order_no: no, amount: '10013' })).status;
      await expect.poll(place, PATIENT).toBeLessThan(300);
      // The channel rejects amounts that end in 13 as soon as a worker has sent them.
      const order = world.db.kysely.selectFrom('orders').where('merchant_order_no', '=', no).select('status');
      await expect.poll(() => order.execute().catch(() => []), PATIENT).toEqual([{ status: 'failed' }]);
    }
    expect(await findViolations(world.db)).toEqual([]);
  });
});
