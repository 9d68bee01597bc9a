import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefusalLog } from '#server/audit/recordAudit.ts';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

describe('the audit log of sign-ins', () => {
  let world: World;
  let demo: { merchant_id: string; id: string };
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    demo = await userOf('demo');
  });
  afterAll(() => world.close());

  const userOf = (username: string) =>
    world.db.kysely
      .selectFrom('users')
      .where('username', '=', username)
      .select(['merchant_id', 'id'])
      .executeTakeFirstOrThrow();

  async function attempt(change: Record<string, string> = {}): Promise<number> {
    const payload = { username: 'demo', password: DEMO_PASSWORD, totp_code: await world.totpCode(), ...change };
    const headers = { 'user-agent': 'A browser' };
    return (await world.call({ method: 'POST', url: '/prod-api/login', payload, headers })).statusCode;
  }
  const entries = () =>
    world.db.kysely
      .selectFrom('audit_logs')
      .where('action', 'like', 'session.%')
      .orderBy('merchant_id')
      .orderBy('seq')
      .select(['merchant_id', 'action', 'actor_id', 'actor_name', 'record_id', 'after', 'ip', 'user_agent'])
      .execute();
  /** The reasons are written after the response has been sent. */
  const reasons = async (recordId: string) =>
    (await entries()).filter(({ record_id }) => record_id === recordId).map(({ after }) => after?.['reason']);

  it('contains each sign-in and sign-out with its session', async () => {
    world.clock.advance(30);
    await attempt();
    const session = await world.db.kysely.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
    const { login_token: token } = await world.signIn('demo');
    await world.call({ method: 'POST', url: '/prod-api/logout', token });
    const [first, second, last] = await entries();
    expect(first).toMatchObject({
      action: 'session.sign_in',
      merchant_id: demo.merchant_id,
      actor_id: demo.id,
      record_id: session.id,
      after: null,
      ip: '127.0.0.1',
      user_agent: 'A browser',
    });
    expect(last).toMatchObject({ action: 'session.sign_out', actor_id: demo.id, record_id: second?.record_id });
  });

  it('contains why a sign-in was rejected, without attributing it to the user', async () => {
    world.clock.advance(30);
    const [former, sub, checker] = await Promise.all([userOf('former'), userOf('sub'), userOf('checker')]);
    expect(await attempt({ username: 'sub', password: 'wrong' })).toBe(401);
    expect(await attempt({ username: 'sub', totp_code: '000000' })).toBe(401);
    expect(await attempt({ username: 'sub', password: 'wrong', totp_code: '000000' })).toBe(401);
    for (let tries = 3; tries < 11; tries += 1) {
      world.clock.advance(60);
      await attempt({ username: 'sub', password: 'wrong' });
    }
    expect(await attempt({ username: 'former' })).toBe(401);
    await world.db.kysely.updateTable('users').set({ status: 'disabled' }).where('username', '=', 'checker').execute();
    expect(await attempt({ username: 'checker' })).toBe(403);
    await world.db.kysely.updateTable('users').set({ status: 'enabled' }).where('username', '=', 'checker').execute();
    const wrong = 'wrong_password';
    const all = [wrong, 'wrong_code', wrong, ...Array.from({ length: 7 }, () => wrong), 'locked'];
    await expect.poll(() => reasons(sub.id)).toEqual(all);
    // A former user has no password.
    await expect.poll(() => reasons(former.id)).toEqual(['wrong_password']);
    await expect.poll(() => reasons(checker.id)).toEqual(['disabled']);
    const refusal = (await entries()).find(({ record_id }) => record_id === sub.id);
    expect(refusal).toMatchObject({ merchant_id: sub.merchant_id, actor_id: null, actor_name: 'sub', ip: '127.0.0.1' });
    expect(await verifyChain(world.db, sub.merchant_id)).toBeNull();
  });

  it('contains nothing about unknown usernames', async () => {
    const before = (await entries()).length;
    expect(await attempt({ username: 'nobody' })).toBe(401);
    // Entries are written in order, so the first one's would be there by now.
    const { id } = await userOf('viewer');
    await attempt({ username: 'viewer', password: 'wrong' });
    await expect.poll(() => reasons(id)).toHaveLength(1);
    expect(await entries()).toHaveLength(before + 1);
  });

  it('contains each call of a signed-in user that was rejected, and each wrong password', async () => {
    world.clock.advance(30);
    const { login_token: token } = await world.signIn('viewer');
    const send = (url: string, payload: object) =>
      world.call({ method: 'POST', url: `/prod-api${url}`, payload, token });
    expect((await send('/roles', { name: 'Mine' })).statusCode).toBe(403);
    const passwords = { old_password: 'not this one', new_password: 'correct horse battery' };
    expect((await send('/login-pwd/update', passwords)).statusCode).toBe(422);
    const { id, merchant_id } = await userOf('viewer');
    const refused = async () => (await entries()).filter(({ action }) => action === 'session.forbid');
    expect(await refused()).toMatchObject([
      { merchant_id, actor_id: id, after: { call: 'POST /roles', reason: 'forbidden' } },
      { merchant_id, actor_id: id, after: { call: 'POST /login-pwd/update', reason: 'login_password_wrong' } },
    ]);
    expect(JSON.stringify(await refused())).not.toContain(passwords.old_password);
  });

  it('is written after the response, and continues after a failure', async () => {
    const failures: unknown[] = [];
    const refusals = createRefusalLog({ db: world.db, onError: (error) => failures.push(error) });
    const { id } = await userOf('tokyo');
    const note = (merchantId: string, answered: Promise<void>) =>
      refusals.writeAfter(answered, {
        actor: { merchantId, userId: null, name: 'tokyo', ip: '::1', userAgent: null },
        action: 'session.refuse',
        resource: 'sessions',
        recordId: id,
        before: null,
        after: { reason: 'wrong_code' },
        at: world.clock.now(),
      });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    note('no tenant', Promise.resolve());
    note(demo.merchant_id, answered);
    expect(await reasons(id)).toEqual([]);
    answer();
    await refusals.settled();
    expect(failures).toHaveLength(1);
    expect(await reasons(id)).toEqual(['wrong_code']);
  });
});
