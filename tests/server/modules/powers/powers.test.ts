import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { POWERS } from '#server/access/powers.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { giveRole, roleCalls } from '../roles/roleCalls.ts';
import { userCalls } from '../users/userCalls.ts';

const HOUR = 3600;

describe('powers of users', () => {
  let world: World;
  let calls: ReturnType<typeof userCalls>;
  let owner = '';
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    calls = userCalls(world);
    owner = (await world.signIn('demo')).login_token;
  });
  afterAll(() => world.close());

  /** Moves the clock, which ends all sessions, and signs the owner in again. */
  async function later(hours: number) {
    world.clock.advance(hours * HOUR);
    owner = (await world.signIn('demo')).login_token;
  }

  /** A user of the demo's merchant who has set up a sign-in by the link, and has the demo's payment password. */
  async function enrolled(username: string, role = 'Owner') {
    const body = { username, real_name: username, email: `${username}@example.com` };
    const invited = await calls.send('POST', '/users/invite', owner, {
      ...body,
      role_ids: [await calls.roleId(owner, role)],
    });
    const { totp_secret } = await calls.follow(calls.linkOf(invited.data));
    return signedIn(username, totp_secret ?? '');
  }
  async function signedIn(username: string, secret: string) {
    const { kysely } = world.db;
    await kysely
      .updateTable('users')
      .set((eb) => ({
        pay_password_hash: eb.selectFrom('users as d').where('d.username', '=', 'demo').select('d.pay_password_hash'),
      }))
      .where('username', '=', username)
      .execute();
    world.clock.advance(30);
    const { data } = await calls.signIn(username, await calls.codeFor(secret));
    const token = calls.tokenOf(data);
    await kysely
      .updateTable('sessions')
      .set({ confirmed_until: new Date('2100-01-01') })
      .where('ended_at', 'is', null)
      .execute();
    return { token, secret };
  }
  const powersOf = async (username: string) => {
    const { kysely } = world.db;
    const user = await kysely
      .selectFrom('users')
      .where('username', '=', username)
      .select('id')
      .executeTakeFirstOrThrow();
    const rows = await kysely.selectFrom('user_powers').where('user_id', '=', user.id).selectAll().execute();
    return new Map(rows.map(({ power, usable_at }) => [power, usable_at]));
  };
  const hoursFromNow = (time: Date | null | undefined) =>
    time ? 0 + Math.round((time.getTime() - world.clock.now().getTime()) / (HOUR * 1000)) : null;

  async function formOf(token: string) {
    const { data } = await calls.send('GET', '/withdrawals/form', token);
    return z
      .object({ power_from: z.string().nullable(), cards: z.array(z.object({ id: z.string(), state: z.string() })) })
      .parse(data);
  }
  async function withdraw(token: string) {
    const { cards } = await formOf(token);
    const card = cards.find(({ state }) => state === 'usable');
    const payload = { bankcard_id: card?.id, amount: '10000', pay_password: DEMO_PAY_PASSWORD };
    const answer = await world.call({
      method: 'POST',
      url: '/prod-api/withdrawals',
      token,
      payload,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    return {
      status: answer.statusCode,
      error: answer.json<{ data: { error?: string } }>().data.error ?? null,
    };
  }

  it('can be used by the users who had them before', async () => {
    expect(await withdraw(owner)).toEqual({ status: 200, error: null });
  });

  it('of an invited user start with the enrolment, after the waiting period', async () => {
    const before = { username: 'fresh', real_name: 'Fresh', email: 'n@example.com' };
    const role_ids = [await calls.roleId(owner, 'Owner')];
    const invited = await calls.send('POST', '/users/invite', owner, { ...before, role_ids });
    expect(Object.fromEntries(await powersOf('fresh'))).toEqual({ approve: null, keys: null, pay: null, people: null });
    await later(5);
    const { totp_secret } = await calls.follow(calls.linkOf(invited.data));
    const powers = await powersOf('fresh');
    for (const power of ['pay', 'approve', 'keys'] as const) expect(hoursFromNow(powers.get(power))).toBe(24);
    const { token, secret } = await signedIn('fresh', totp_secret ?? '');
    expect((await formOf(token)).power_from).toBe(powers.get('pay')?.toISOString());
    expect(await withdraw(token)).toEqual({ status: 403, error: 'power_waiting' });
    await later(24);
    expect((await formOf((await signedIn('fresh', secret)).token)).power_from).toBe(null);
    expect(await withdraw((await signedIn('fresh', secret)).token)).toEqual({ status: 200, error: null });
  });

  it('are told to the other owners, once', async () => {
    const { data } = await calls.send('GET', '/notifications', owner);
    const items = z.object({ items: z.array(z.object({ kind: z.string(), data: z.record(z.string(), z.string()) })) });
    const told = items
      .parse(data)
      .items.filter(({ kind, data: { name } }) => kind === 'power_gained' && name === 'Fresh');
    expect(told.map((one) => one.data['powers'])).toEqual(['approve,keys,pay,people']);
  });

  it('wait again after a reset, and anew when the link is used', async () => {
    const { token } = await enrolled('forgetful');
    await later(25);
    expect(hoursFromNow((await powersOf('forgetful')).get('pay'))).toBe(-1);
    const reset = await calls.act(owner, 'forgetful', 'reset_password');
    expect(hoursFromNow((await powersOf('forgetful')).get('pay'))).toBe(24);
    expect(await calls.user(owner, 'forgetful')).toHaveProperty('reset_by');
    await later(10);
    await calls.follow(calls.linkOf(reset.data));
    expect(hoursFromNow((await powersOf('forgetful')).get('pay'))).toBe(24);
    expect((await calls.send('GET', '/menu-tree', token)).status).toBe(401);
  });

  it('wait again after a user was disabled and enabled', async () => {
    await enrolled('away');
    await later(25);
    await calls.act(owner, 'away', 'disable');
    expect(await powersOf('away')).toEqual(new Map());
    await calls.act(owner, 'away', 'enable');
    expect(hoursFromNow((await powersOf('away')).get('approve'))).toBe(24);
  });

  it('come with a role and with its permissions, and go with them', async () => {
    await enrolled('clerk', 'Viewer');
    expect(await powersOf('clerk')).toEqual(new Map());
    const roles = roleCalls(world, owner);
    const made = await roles.made('Payer');
    await giveRole(world, 'clerk', made.id);
    const needed = ['payment_requests.create', 'payment_requests.list', 'payment_requests.show'];
    await roles.save(made.id, made.revision, needed);
    expect([...(await powersOf('clerk')).keys()]).toEqual(['pay']);
    expect(hoursFromNow((await powersOf('clerk')).get('pay'))).toBe(24);
    const { revision } = (await roles.grants(made.id)).role;
    await roles.save(made.id, revision, []);
    expect(await powersOf('clerk')).toEqual(new Map());
    const clerk = await calls.user(owner, 'clerk');
    await calls.edit(owner, 'clerk', { revision: clerk.revision, role_ids: [await calls.roleId(owner, 'Reviewer')] });
    expect([...(await powersOf('clerk')).keys()].toSorted()).toEqual(['approve', 'pay']);
  });

  it('that a change of rights has forgotten are refused, and wait from then on', async () => {
    const { token, secret } = await enrolled('forgotten');
    await later(25);
    await world.db.kysely
      .deleteFrom('user_powers')
      .where('user_id', 'in', (eb) => eb.selectFrom('users').where('username', '=', 'forgotten').select('id'))
      .execute();
    const again = (await signedIn('forgotten', secret)).token;
    expect(token).not.toBe(again);
    expect(await withdraw(again)).toEqual({ status: 403, error: 'power_waiting' });
    expect(hoursFromNow((await powersOf('forgotten')).get('pay'))).toBe(24);
    await later(24);
    expect(await withdraw((await signedIn('forgotten', secret)).token)).toEqual({ status: 200, error: null });
  });

  it('are used at once with a waiting period of 0, which doesn’t end a wait that has begun', async () => {
    await enrolled('before');
    await sql`update merchants set people_waiting_hours = 0 where type = 'merchant'`.execute(world.db.kysely);
    await enrolled('after');
    expect(hoursFromNow((await powersOf('before')).get('pay'))).toBe(24);
    expect(hoursFromNow((await powersOf('after')).get('pay'))).toBe(0);
    await sql`update merchants set people_waiting_hours = 24 where type = 'merchant'`.execute(world.db.kysely);
  });

  it('need no wait for test data', async () => {
    const { token } = await enrolled('tester');
    const { data } = await calls.send('POST', '/test-mode/enter', token, {});
    const test = z.object({ login_token: z.string() }).safeParse(data).data?.login_token ?? token;
    expect((await formOf(test)).power_from).toBe(null);
  });

  it('are defined for permissions that exist', async () => {
    const { data } = await calls.send('GET', `/role-permissions?role_id=${await calls.roleId(owner, 'Owner')}`, owner);
    const { granted } = z.object({ granted: z.array(z.string()) }).parse(data);
    const unknown = Object.values(POWERS.merchant)
      .flat()
      .filter((key) => !granted.includes(key));
    expect(unknown).toEqual([]);
  });
});
