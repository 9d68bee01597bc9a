import { sql } from 'kysely';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { loginDataSchema } from '#shared/contract/session.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { TEST_KEY } from '#tests/support/world.ts';
import { systemClock } from '#server/clock.ts';
import { createRecoveryCodes } from '#server/credentials/recoveryCodes.ts';
import { hashPassword } from '#server/crypto/password.ts';
import { seedDemo } from '#demo/seedDemo.ts';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';
import { newLink } from '#server/modules/enrolment/service.ts';
import { createOwner } from '#server/modules/users/operators.ts';
import type { Opened } from '#server/process/open.ts';
import { openIn, type ServerProcess, startServer } from '../../crash/serverProcess.ts';

/** `npm run test:security` sets 200. */
const TRIES = Number(process.env['SECURITY_TRIES'] ?? 16);
const DATA_KEY = TEST_KEY.toString('hex');
const WRONG_RECOVERY_CODE = '0000-0000-0000-0000';
const LINK_PASSWORD = 'copper kettle on the 7th shelf';

const answerSchema = z.object({ code: z.int(), data: z.unknown() });

/** Two server processes on one PostgreSQL, with as many concurrent calls as an attacker can make. */
describe(`${TRIES} concurrent attempts, with two servers on one database`, { timeout: 60_000 + TRIES * 1_000 }, () => {
  let opened: Opened;
  let drop: () => Promise<void>;
  let servers: ServerProcess[];
  let urls: string[];
  beforeAll(async () => {
    const database = await createDatabase(inject('postgresUrl'));
    drop = database.drop;
    const environment = { DATABASE_URL: database.url, DATA_KEY, DEMO: '0' };
    opened = await openIn(environment);
    await seedDemo(opened.db, {
      seed: 7,
      orders: 20,
      now: systemClock.now(),
      existing: 'keep',
      hashPassword,
      cipher: opened.cipher,
      onProgress: () => {},
    });
    servers = [startServer(environment), startServer(environment)];
    urls = await Promise.all(servers.map(({ url }) => url));
  }, 180_000);
  afterAll(async () => {
    for (const { child } of servers) await child.kill();
    await opened.close();
    await drop();
  });

  async function post(server: number, path: string, body: object, token?: string) {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { 'x-token': token }) };
    const answer = await fetch(`${urls[server % 2]}/prod-api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const json: unknown = await answer.json();
    return { status: answer.status, ...answerSchema.parse(json) };
  }

  /** Makes concurrent calls, alternating between the servers. Returns the number of responses by status. */
  async function atOnce(make: (at: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    const answers = await Promise.all(Array.from({ length: TRIES }, (_, at) => make(at)));
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    // The database may be busy, which is reported as 503.
    expect(Object.keys(counts).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([]);
    return counts;
  }

  const userOf = (username: string) =>
    opened.db.kysely
      .selectFrom('users')
      .where('username', '=', username)
      .select(['merchant_id as merchantId', 'id as userId'])
      .executeTakeFirstOrThrow();

  const code = () => generate({ secret: DEMO_TOTP_SECRET, epoch: Math.floor(Date.now() / 1000) });

  const signIn = (server: number, username: string, change: object) =>
    post(server, '/login', { username, password: DEMO_PASSWORD, ...change });

  /** Signs in and frees the code of this half-minute again. */
  async function tokenOf(username: string): Promise<string> {
    const { data } = await signIn(0, username, { totp_code: await code() });
    await opened.db.kysely
      .updateTable('users')
      .set({ totp_last_step: null })
      .where('username', '=', username)
      .execute();
    return loginDataSchema.parse(data).login_token;
  }

  /**
   * The reasons of the user's rejected attempts in the audit log. Waits for the entries of all responses except 503, and 429,
   * which is answered unchecked.
   */
  async function reasonsOf(
    username: string,
    action: string,
    statuses: Readonly<Record<number, number>>,
  ): Promise<Record<string, number>> {
    const { merchantId, userId } = await userOf(username);
    const read = async () => {
      const { rows } = await sql<{ reason: string; count: bigint }>`
        select after ->> 'reason' as reason, count(*) as count from audit_logs
        where merchant_id = ${merchantId} and action = ${action} and (actor_id = ${userId} or record_id = ${userId})
        group by 1`.execute(opened.db.kysely);
      return Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)]));
    };
    const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
    const refused = TRIES - (statuses[503] ?? 0) - (statuses[429] ?? 0);
    await expect.poll(async () => total(await read()), { timeout: 30_000 }).toBeGreaterThanOrEqual(refused);
    return read();
  }

  it("of wrong passwords, ten are checked, and the right one after them isn't", async () => {
    const guess = (at: number) => signIn(at, 'viewer', { password: `wrong ${at}`, totp_code: '000000' });
    const statuses = await atOnce(guess);
    expect(statuses).not.toHaveProperty('200');
    expectLimited(await reasonsOf('viewer', 'session.refuse', statuses), { wrong_password: 10 }, statuses[429]);
    expect([401, 429]).toContain((await signIn(0, 'viewer', { totp_code: await code() })).status);
  });

  it('of wrong codes and recovery codes, ten in total are checked', async () => {
    const guess = (at: number) => (at % 3 === 0 ? WRONG_RECOVERY_CODE : String(at).padStart(6, '0'));
    const statuses = await atOnce((at) => signIn(at, 'checker', { totp_code: guess(at) }));
    expect(statuses).not.toHaveProperty('200');
    expectLimited(await reasonsOf('checker', 'session.refuse', statuses), { wrong_code: 10 }, statuses[429]);
  });

  it('a right code signs in once', async () => {
    const totp_code = await code();
    expect((await atOnce((at) => signIn(at, 'sub', { totp_code })))[200]).toBe(1);
  });

  it('a right code signs in or confirms, once in total', async () => {
    const token = await tokenOf('operator');
    const totp_code = await code();
    const make = (at: number) =>
      at % 4 < 2
        ? signIn(at, 'operator', { totp_code })
        : post(at, '/own-account/recovery-codes', { totp_code }, token);
    expect((await atOnce(make))[200]).toBe(1);
  });

  it('a right recovery code signs in once', async () => {
    const user = await userOf('tokyo');
    const recovery = createRecoveryCodes({ clock: systemClock, cipher: opened.cipher });
    const [totp_code] = await opened.db.transaction((tx) => recovery.renew(tx, user));
    expect((await atOnce((at) => signIn(at, 'tokyo', { totp_code })))[200]).toBe(1);
    expect(await recovery.left(opened.db.kysely, user)).toBe(9);
  });

  it('of wrong payment passwords, five are checked, wherever they are entered', async () => {
    const token = await tokenOf('demo');
    const { merchantId } = await userOf('demo');
    const { id } = await opened.db.kysely
      .selectFrom('payouts')
      .where('merchant_id', '=', merchantId)
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const reveal = (at: number, password: string) =>
      post(at, `/payouts/${id}/reveal`, { source: 'card_number', pay_password: password }, token);
    const replace = (at: number, password: string) =>
      post(at, '/pay-pwd/update', { old_pay_password: password, new_pay_password: '135792' }, token);
    const guess = (at: number) => String(100_000 + at);
    const statuses = await atOnce((at) => (at % 4 < 2 ? reveal : replace)(at, guess(at)));
    expect(statuses).not.toHaveProperty('200');
    // The fifth is checked and locks.
    expectLimited(await reasonsOf('demo', 'session.forbid', statuses), { pay_password_wrong: 4 });
    expect((await reveal(0, DEMO_PAY_PASSWORD)).status).toBe(422);
  });

  it('of wrong codes in confirmations, five are checked', async () => {
    const token = await tokenOf('operator2');
    const guess = (at: number) =>
      post(at, '/own-account/recovery-codes', { totp_code: String(at).padStart(6, '0') }, token);
    const statuses = await atOnce(guess);
    expect(statuses).not.toHaveProperty('200');
    expectLimited(await reasonsOf('operator2', 'session.forbid', statuses), { totp_wrong: 4 });
    const right = await post(0, '/own-account/recovery-codes', { totp_code: await code() }, token);
    expect(right.status).toBe(422);
  });

  it('an enrolment link can be used once', async () => {
    const { merchantId } = await userOf('operator2');
    const { db, cipher } = opened;
    const { token } = await db.transaction(async (tx) => {
      const userId = await createOwner(tx, systemClock, { merchantId, username: 'newcomer-2', realName: null });
      return newLink(tx, { clock: systemClock, cipher }, { merchantId, userId });
    });
    const { data } = await post(0, '/enrolment/check', { token });
    const secret = z.object({ totp_secret: z.string() }).parse(data).totp_secret;
    const totp_code = await generate({ secret, epoch: Math.floor(Date.now() / 1000) });
    const make = (at: number) => post(at, '/enrolment/complete', { token, password: LINK_PASSWORD, totp_code });
    expect((await atOnce(make))[200]).toBe(1);
  });
});

/** At most `most` attempts were checked; the others were rejected unchecked, `waiting` of them because they came too soon. */
function expectLimited(
  reasons: Readonly<Record<string, number>>,
  most: Readonly<Record<string, number>>,
  waiting = 0,
): void {
  for (const [reason, count] of Object.entries(reasons)) {
    if (reason.endsWith('locked')) expect(count).toBeGreaterThan(0);
    else expect({ reason, isWithin: count <= (most[reason] ?? 0) }).toEqual({ reason, isWithin: true });
  }
  expect(waiting > 0 || Object.keys(reasons).some((reason) => reason.endsWith('locked'))).toBe(true);
}
