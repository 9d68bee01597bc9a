import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '../../../support/testDatabase.ts';
import { startWorld, type World } from '../../../support/world.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe('a session', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
  });
  afterAll(() => world.close());

  const codeOf = async (token: string): Promise<number> => {
    const answer = await world.call({ url: '/prod-api/orders', token });
    return answer.json<{ code: number }>().code;
  };
  const signedIn = async (username = 'demo') => (await world.signIn(username)).login_token;

  it('ends at sign-out immediately, and no other does', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    await world.call({ method: 'POST', url: '/prod-api/logout', token: first });
    expect(await codeOf(first)).toBe(400);
    expect(await codeOf(second)).toBe(0);
  });

  it('ends after 15 minutes without a request, and not while there are some', async () => {
    const token = await signedIn();
    for (let n = 0; n < 4; n += 1) {
      world.clock.advance(14 * MINUTE);
      expect(await codeOf(token)).toBe(0);
    }
    world.clock.advance(15 * MINUTE);
    expect(await codeOf(token)).toBe(400);
  });

  it("isn't extended by an open page's background requests", async () => {
    const token = await signedIn();
    world.clock.advance(14 * MINUTE);
    expect((await world.call({ url: '/prod-api/notifications/unread', token })).statusCode).toBe(200);
    world.clock.advance(2 * MINUTE);
    expect(await codeOf(token)).toBe(400);
  });

  it('ends after 12 hours of any activity', async () => {
    const token = await signedIn();
    for (let n = 0; n < 71; n += 1) {
      world.clock.advance(10 * MINUTE);
      expect(await codeOf(token)).toBe(0);
    }
    world.clock.advance(10 * MINUTE);
    expect(await codeOf(token)).toBe(400);
    world.clock.advance(HOUR);
  });

  it("ends when its user is disabled, who can't sign in then", async () => {
    const token = await signedIn('viewer');
    const setStatus = (status: 'enabled' | 'disabled') =>
      world.db.kysely.updateTable('users').set({ status }).where('username', '=', 'viewer').execute();
    await setStatus('disabled');
    expect(await codeOf(token)).toBe(400);
    world.clock.advance(30);
    const payload = { username: 'viewer', password: 'Demo-console-2026', totp_code: await world.totpCode() };
    expect((await world.call({ method: 'POST', url: '/prod-api/login', payload })).statusCode).toBe(403);
    await setStatus('enabled');
  });

  it('ends when its merchant is disabled', async () => {
    const token = await signedIn('tokyo');
    const setStatus = (status: 'active' | 'disabled') =>
      world.db.kysely.updateTable('merchants').set({ status }).where('merchant_no', '=', 'M100002').execute();
    await setStatus('disabled');
    expect(await codeOf(token)).toBe(400);
    await setStatus('active');
  });

  it("has the user's current rights, not those at sign-in", async () => {
    const token = await signedIn('viewer');
    expect(await codeOf(token)).toBe(0);
    const granted = await world.db.kysely
      .deleteFrom('role_permissions')
      .where('permission', '=', 'orders.list')
      .returningAll()
      .execute();
    expect(await codeOf(token)).toBe(40_300);
    await world.db.kysely.insertInto('role_permissions').values(granted).execute();
    expect(await codeOf(token)).toBe(0);
  });

  it.each(['', 'x', 'null', 'undefined', '🙂', 'a'.repeat(64), '../../etc/passwd', "' or 1=1 --", 'x'.repeat(4000)])(
    "isn't opened by the token %j",
    async (token) => {
      const answer = await world.call({ url: '/prod-api/orders', headers: { 'x-token': encodeURIComponent(token) } });
      expect([answer.statusCode, answer.json<{ code: number }>().code]).toEqual([401, 400]);
    },
  );

  it("isn't opened by a token in the query, nor by an address in a header", async () => {
    const token = await signedIn();
    const query = await world.call({ url: `/prod-api/vue-element-admin/user/info?token=${token}` });
    expect(query.json()).toMatchObject({ code: 400 });
    const address = await world.call({ url: '/prod-api/orders', headers: { 'x-client-address': '127.0.0.1' } });
    expect(address.json()).toMatchObject({ code: 400 });
  });

  it('returns the signed-in user', async () => {
    const token = await signedIn('checker');
    const answer = await world.call({ url: `/prod-api/vue-element-admin/user/info?token=${token}`, token });
    expect(answer.json()).toMatchObject({ code: 0, data: { name: '周明', roles: ['Reviewer'] } });
  });

  it('stores no token, only its hash', async () => {
    const token = await signedIn();
    const rows = await world.db.kysely.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
