import { randomUUID } from 'node:crypto';
import { millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { findWrongSums } from '#server/figures/recountOrders.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { createCallCounts } from '#server/limits/callCounts.ts';
import { maintain } from '#server/modules/index.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { gatewayWorld, type GatewayWorld } from '../modules/gateway/gatewayWorld.ts';
import { withdrawer } from './moneyCaller.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;
const WRONG_SIGN_INS = 10;

describe('a server whose clock is set', () => {
  let world: GatewayWorld;
  beforeAll(async () => {
    world = await gatewayWorld('postgres');
    await world.db.kysely.deleteFrom('order_jobs').execute();
  });
  afterAll(() => world.close());
  // Past everything that the previous test has left in the future.
  beforeEach(() => world.clock.advance(3 * HOUR));

  const tokenOf = async (username: string) => (await world.signIn(username)).login_token;
  const opens = async (token: string, of: World = world) =>
    (await of.call({ url: '/prod-api/orders', token })).statusCode === 200;
  async function signIn(username: string, totp_code: string, password = DEMO_PASSWORD, of: World = world) {
    const payload = { username, password, totp_code };
    return (await of.call({ method: 'POST', url: '/prod-api/login', payload })).statusCode;
  }
  const collect = (merchant_order_no: string) =>
    world.ask('collect', { channel: 'cn_qr_yun', merchant_order_no, amount: '12300' });
  const statusOf = async (no: string) =>
    (await world.db.kysely.selectFrom('orders').where('merchant_order_no', '=', no).select('status').execute())[0]
      ?.status;
  async function work(of: World = world): Promise<void> {
    for (const worker of [of.collecting, of.payouts]) while ((await worker.step()) > 0);
  }

  it('an hour forward ends sessions that were idle in it, and back extends none', async () => {
    const token = await tokenOf('demo');
    world.clock.advance(HOUR);
    expect(await opens(token)).toBe(false);
    world.clock.advance(-HOUR);
    expect(await opens(token)).toBe(true);
    world.clock.advance(-HOUR);
    expect(await opens(token)).toBe(true);
    world.clock.advance(15 * MINUTE);
    expect(await opens(token)).toBe(false);
  });

  it('back never makes a code valid a second time', async () => {
    const early = await world.totpCode();
    expect(await signIn('checker', early)).toBe(200);
    world.clock.advance(HOUR);
    const late = await world.totpCode();
    expect(await signIn('checker', late)).toBe(200);
    world.clock.advance(-HOUR);
    expect([await signIn('checker', early), await signIn('checker', late)]).toEqual([401, 401]);
    world.clock.advance(HOUR + MINUTE);
    expect(await signIn('checker', late)).toBe(401);
    expect(await signIn('checker', await world.totpCode())).toBe(200);
  });

  it('back from far ahead locks no user out for longer than half an hour', async () => {
    world.clock.advance(YEAR);
    for (let tries = 0; tries < WRONG_SIGN_INS; tries += 1) {
      world.clock.advance(MINUTE);
      await signIn('viewer', '000000', 'wrong');
    }
    world.clock.advance(-YEAR);
    expect(await signIn('viewer', await world.totpCode())).toBe(401);
    world.clock.advance(30 * MINUTE);
    expect(await signIn('viewer', await world.totpCode())).toBe(200);
  });

  it('forward and back returns the same response to a repeated call', async () => {
    const { withdraw, newKey } = await withdrawer(world, await tokenOf('demo'));
    const key = newKey();
    const { id } = await withdraw(key);
    expect(id).not.toBeNull();
    world.clock.advance(-HOUR);
    expect((await withdraw(key)).id).toBe(id);
    world.clock.advance(2 * HOUR);
    const later = await withdrawer(world, await tokenOf('demo'));
    expect((await later.withdraw(key)).id).toBe(id);
  });

  it.each([-HOUR, -1, 1, HOUR])('by %i seconds affects rate limits for at most a minute', async (step) => {
    const counts = createCallCounts({ db: null, clock: world.clock, log: silentLog });
    for (let call = 0; call < 5; call += 1) counts.add('somebody');
    world.clock.advance(step);
    const { calls, leftMs } = counts.add('somebody');
    expect(calls).toBeGreaterThanOrEqual(1);
    expect(calls).toBeLessThanOrEqual(6);
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(millisecondsInMinute);
    await counts.close();
  });

  it("back from far ahead doesn't stop orders: new ones continue at once, the others within the hour", async () => {
    world.clock.advance(YEAR);
    const [ahead, after] = [randomUUID(), randomUUID()];
    await collect(ahead);
    world.clock.advance(-YEAR);
    await collect(after);
    world.clock.advance(10);
    await work();
    expect([await statusOf(ahead), await statusOf(after)]).toEqual(['pending', 'success']);
    await maintain(world.db, world.clock);
    await work();
    expect(await statusOf(ahead)).toBe('success');
  });

  it('two minutes off another server’s shares sessions, codes, orders and money with it', async () => {
    const { db, databaseUrl } = world;
    const database = { db, options: { dataDir: '', databaseUrl, clock: world.clock }, remove: async () => {} };
    const behind = await startWorld('postgres', { database });
    try {
      behind.clock.advance((world.clock.now().getTime() - behind.clock.now().getTime()) / 1000 - 2 * MINUTE);
      const token = await tokenOf('demo');
      expect([await opens(token, behind), await opens(token)]).toEqual([true, true]);
      expect(await signIn('demo', await world.totpCode(), DEMO_PASSWORD, behind)).toBe(401);

      const no = randomUUID();
      await collect(no);
      await work(behind);
      behind.clock.advance(3 * MINUTE);
      world.clock.advance(3 * MINUTE);
      await work(behind);
      expect(await statusOf(no)).toBe('success');
      const [here, there] = await Promise.all([world, behind].map((of) => withdrawer(of, token)));
      const key = here?.newKey() ?? '';
      const answers = [await here?.withdraw(key), await there?.withdraw(key)];
      expect(answers[0]).toMatchObject({ status: 200 });
      expect(answers[1]).toEqual(answers[0]);
      // The session expires on both, counted from its last use on either server.
      for (const one of [world, behind]) one.clock.advance(20 * MINUTE);
      expect([await opens(token, behind), await opens(token)]).toEqual([false, false]);
    } finally {
      await behind.close();
    }
  });

  it('leaves ledger, sums and audit logs intact throughout', async () => {
    expect(await findViolations(world.db)).toEqual([]);
    expect(await findBusinessViolations(world.db)).toEqual([]);
    expect(await findWrongSums(world.db)).toEqual([]);
    const tenants = await world.db.kysely.selectFrom('merchants').select('merchant_id').execute();
    for (const { merchant_id: id } of tenants) expect(await verifyChain(world.db, id)).toBeNull();
  });
});
