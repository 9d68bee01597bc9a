import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { giveRole, roleCalls } from '../roles/roleCalls.ts';
import { copyCredentials, userCalls } from './userCalls.ts';

const sessionsSchema = z.array(z.object({ id: z.string(), status: z.string() }));

describe('users of a tenant', () => {
  let world: World;
  let calls: ReturnType<typeof userCalls>;
  let owner = '';
  /** Holds all permissions, without being an owner. */
  let deputy = '';
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    calls = userCalls(world);
    owner = (await world.signIn('demo')).login_token;
    const roles = roleCalls(world, owner);
    const { id, revision } = await roles.made('Deputy');
    await roles.save(id, revision, (await roles.grants(id)).held);
    await giveRole(world, 'checker', id);
    deputy = (await world.signIn('checker')).login_token;
  });
  afterAll(() => world.close());

  const person = { real_name: 'Ana Ruiz', email: 'ana@example.com' };
  const invite = async (username: string, role = 'Viewer', by = owner) =>
    calls.send('POST', '/users/invite', by, { ...person, username, role_ids: [await calls.roleId(owner, role)] });
  /** A user who has completed the enrolment, with the demo's password and authenticator. */
  async function enrolled(username: string, role = 'Viewer') {
    await invite(username, role);
    await copyCredentials(world, username);
    return { token: (await world.signIn(username)).login_token };
  }
  const opens = async (token: string) => (await calls.send('GET', '/menu-tree', token)).status === 200;
  /** A code that was not used yet. */
  async function freshCode(): Promise<string> {
    world.clock.advance(30);
    return calls.codeFor(DEMO_TOTP_SECRET);
  }

  it('are invited with a link that works once, and can then sign in', async () => {
    const invited = await invite('ana');
    expect(invited.status).toBe(200);
    expect(await calls.user(owner, 'ana')).toMatchObject({ status: 'invited', roles: 'Viewer', totp_bound: false });
    const { codes } = await calls.follow(calls.linkOf(invited.data));
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/.test(code))).toBe(true);
    expect(await calls.user(owner, 'ana')).toMatchObject({ status: 'enabled', totp_bound: true });
  });

  it('are named to colleagues who may not list them, and to nobody else', async () => {
    // A role without permissions.
    await roleCalls(world, owner).made('Clerk');
    const { token } = await enrolled('clerk', 'Clerk');
    expect((await calls.send('GET', '/users?range=[0,9]', token)).status).toBe(403);
    const named = async (by: string, ids: readonly string[]) =>
      (await calls.send('GET', `/user-names?ids=${ids.join(',')}`, by)).data;
    const { id } = await calls.user(owner, 'demo');
    const stranger = (await world.signIn('tokyo')).login_token;
    const own = [{ id, name: '林晓' }];
    expect(await named(token, [id, id, 'nobody'])).toEqual(own);
    expect(await named(stranger, [id])).toEqual([]);
    const entered = z
      .object({ login_token: z.string() })
      .parse((await calls.send('POST', '/test-mode/enter', owner)).data).login_token;
    expect(await named(entered, [id])).toEqual(own);
    owner = (await world.signIn('demo')).login_token;
    const ids = Array.from({ length: 201 }, () => id);
    expect((await calls.send('GET', `/user-names?ids=${ids.join(',')}`, token)).status).toBe(400);
    expect((await calls.send('GET', `/user-names?ids=${id}`)).status).toBe(401);
  });

  it('have unique names across all tenants, in the usual format', async () => {
    expect((await invite('TOKYO')).errors).toEqual({
      username: 'This username is taken. Choose another.',
    });
    for (const name of ['a', 'with space', '-dash', 'ünï', 'x'.repeat(65)]) {
      expect(Object.keys((await invite(name)).errors)).toEqual(['username']);
    }
  });

  it('are called by full name as in histories, or by username if there is none', async () => {
    const called = async () => (await calls.user(owner, 'demo'))['name'];
    expect(await called()).toBe('林晓');
    const named = (real_name: string | null) =>
      world.db.kysely.updateTable('users').set({ real_name }).where('username', '=', 'demo').execute();
    await named(null);
    expect(await called()).toBe('demo');
    await named('林晓');
  });

  it('are found by username in the filters that offer them by name', async () => {
    const found = await calls.send('GET', `/users?${new URLSearchParams({ filter: '{"q":"check"}' })}`, owner);
    expect(found.data).toMatchObject([{ username: 'checker', name: '周明' }]);
  });

  it('store neither link nor code in plain text', async () => {
    const { codes } = await calls.follow(calls.linkOf((await invite('secretive')).data));
    const link = calls.linkOf((await calls.act(owner, 'secretive', 'reset_password')).data);
    const tables = ['enrolments', 'recovery_codes', 'audit_logs', 'idempotency_keys'] as const;
    const rows = await Promise.all(tables.map((table) => world.db.kysely.selectFrom(table).selectAll().execute()));
    const stored = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    const token = link.split('=')[1] ?? '';
    for (const secret of [token, ...codes]) expect(stored.includes(secret)).toBe(false);
  });

  it('who have not enrolled get a new link, and the old one becomes invalid', async () => {
    const first = calls.linkOf((await invite('slow')).data);
    const second = calls.linkOf((await calls.act(owner, 'slow', 'reinvite')).data);
    const token = first.split('#enrol=')[1];
    expect((await calls.send('POST', '/enrolment/check', undefined, { token })).status).toBe(404);
    await calls.follow(second);
    expect((await calls.act(owner, 'slow', 'reinvite')).status).toBe(409);
  });

  it('are signed out immediately when disabled, and can sign in when enabled', async () => {
    const { token } = await enrolled('leaver');
    expect(await opens(token)).toBe(true);
    expect(await calls.act(owner, 'leaver', 'disable')).toMatchObject({ status: 200, data: { status: 'disabled' } });
    expect(await opens(token)).toBe(false);
    expect((await calls.act(owner, 'leaver', 'disable')).status).toBe(409);
    expect((await calls.signIn('leaver', await freshCode(), DEMO_PASSWORD)).status).toBe(403);
    expect((await calls.act(owner, 'leaver', 'enable')).status).toBe(200);
    expect(await opens(token)).toBe(false);
    expect((await calls.signIn('leaver', await freshCode(), DEMO_PASSWORD)).status).toBe(200);
  });

  it('lose their password when it is reset, and keep their authenticator', async () => {
    const { token } = await enrolled('forgetful');
    const reset = await calls.act(owner, 'forgetful', 'reset_password');
    expect(await opens(token)).toBe(false);
    expect((await calls.signIn('forgetful', await freshCode(), DEMO_PASSWORD)).status).toBe(401);
    const followed = await calls.follow(calls.linkOf(reset.data));
    expect(followed).toEqual({ needs_password: true, totp_secret: null, codes: [] });
    expect((await calls.signIn('forgetful', await freshCode())).status).toBe(200);
  });

  it('lose their authenticator when it is reset, which requires a confirmed session', async () => {
    const { token } = await enrolled('broken');
    const { login_token: unconfirmed } = await world.signInUnconfirmed('demo');
    expect(await calls.act(unconfirmed, 'broken', 'reset_totp')).toMatchObject({ error: 'confirmation_required' });
    expect(await opens(token)).toBe(true);
    const reset = await calls.act(owner, 'broken', 'reset_totp');
    expect(reset.status).toBe(200);
    expect(await opens(token)).toBe(false);
    expect((await calls.signIn('broken', await freshCode(), DEMO_PASSWORD)).status).toBe(401);
    const followed = await calls.follow(calls.linkOf(reset.data));
    expect(followed.needs_password).toBe(false);
    expect(followed.totp_secret).not.toBe(DEMO_TOTP_SECRET);
    expect(followed.codes).toHaveLength(10);
    world.clock.advance(30);
    expect((await calls.signIn('broken', await calls.codeFor(followed.totp_secret ?? ''), DEMO_PASSWORD)).status).toBe(
      200,
    );
  });

  it('sign in with each recovery code once, and see how many are left', async () => {
    const { codes } = await calls.follow(calls.linkOf((await invite('deviceless')).data));
    const [first = '', second = ''] = codes;
    expect((await calls.signIn('deviceless', first.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    const again = await calls.signIn('deviceless', first);
    const guessed = await calls.signIn('deviceless', 'AAAA-BBBB-CCCC-DDDD');
    const shortOne = await calls.signIn('deviceless', '000000');
    expect(again.status).toBe(422);
    expect([guessed.status, guessed.msg]).toEqual([shortOne.status, shortOne.msg]);
    const both = await Promise.all([1, 2, 3].map(() => calls.signIn('deviceless', second)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    expect(await calls.user(owner, 'deviceless')).toMatchObject({ recovery_codes_left: 8 });
    const { id } = await calls.user(owner, 'deviceless');
    const { data } = await calls.send('GET', `/users/${id}/timeline`, owner);
    const change = { source: 'recovery_codes_left', before: 9, after: 8 };
    expect(data).toContainEqual(expect.objectContaining({ action: 'users.use_recovery_code', changes: [change] }));
  });

  it('can be edited by one user at a time', async () => {
    await enrolled('edited');
    const { revision } = await calls.user(owner, 'edited');
    const roles = [await calls.roleId(owner, 'Deputy')];
    expect((await calls.edit(owner, 'edited', { phone: '+81 3 1234', role_ids: roles, revision })).status).toBe(200);
    expect((await calls.edit(owner, 'edited', { phone: '+81 3 9999', revision })).status).toBe(409);
    expect(await calls.user(owner, 'edited')).toMatchObject({ phone: '+81 3 1234', roles: 'Deputy' });
  });

  it('have the rights of new roles from their next request', async () => {
    const { token } = await enrolled('promoted');
    expect((await calls.send('GET', '/role-choices', token)).status).toBe(403);
    const deputies = [await calls.roleId(owner, 'Deputy')];
    const viewers = [await calls.roleId(owner, 'Viewer')];
    await calls.edit(owner, 'promoted', { role_ids: deputies });
    expect((await calls.send('GET', '/role-choices', token)).status).toBe(200);
    await calls.edit(owner, 'promoted', { role_ids: viewers });
    expect((await calls.send('GET', '/role-choices', token)).status).toBe(403);
  });

  it("can't change their own roles, nor disable or reset themselves", async () => {
    const viewers = [await calls.roleId(owner, 'Viewer')];
    expect((await calls.edit(owner, 'demo', { role_ids: viewers })).errors).toHaveProperty('role_ids');
    expect((await calls.edit(owner, 'demo', { phone: '1234' })).status).toBe(200);
    for (const action of ['disable', 'reset_password', 'reset_totp']) {
      expect(await calls.act(owner, 'demo', action)).toMatchObject({ status: 403, error: 'own_account' });
    }
  });

  it("who aren't owners can't create or change owners", async () => {
    expect((await invite('upstart', 'Owner', deputy)).errors['role_ids']).toBe(
      'Only an owner can assign the owner role.',
    );
    expect(await calls.act(deputy, 'demo', 'disable')).toMatchObject({ status: 403, error: 'user_is_owner' });
    expect(await calls.edit(deputy, 'demo', { phone: '1' })).toMatchObject({ status: 403, error: 'user_is_owner' });
    expect(await calls.user(deputy, 'demo')).toHaveProperty('may_manage', false);
    expect(await calls.user(owner, 'demo')).toHaveProperty('may_manage', true);
  });

  it("can't assign roles that grant more than they hold, nor manage users with such roles", async () => {
    await enrolled('lesser', 'Viewer');
    const { token } = await enrolled('limited', 'Deputy');
    // From now on, their role can manage users but not approve anything.
    const roles = await world.db.kysely.selectFrom('roles').where('name', '=', 'Deputy').select('id').execute();
    const taken = await world.db.kysely
      .deleteFrom('role_permissions')
      .where('permission', '=', 'payouts.list')
      .where(
        'role_id',
        'in',
        roles.map(({ id }) => id),
      )
      .returningAll()
      .execute();
    expect((await invite('more', 'Viewer', token)).errors['role_ids']).toBe(
      'You can’t grant permissions you don’t have: Payout orders: View list.',
    );
    expect(await calls.act(token, 'lesser', 'disable')).toMatchObject({ status: 403, error: 'user_exceeds' });
    expect(await calls.user(token, 'lesser')).toHaveProperty('may_manage', false);
    expect(await calls.user(token, 'limited')).toHaveProperty('may_manage', true);
    await world.db.kysely.insertInto('role_permissions').values(taken).execute();
    const disabled = await calls.act(token, 'lesser', 'disable');
    expect(disabled).toMatchObject({ status: 200, data: { status: 'disabled', is_self: false, may_manage: true } });
  });

  it('with permissions that the caller lacks can neither be changed nor signed out by the caller', async () => {
    const all = await calls.send('GET', '/sessions?range=[0,99]', owner);
    const ofOwner = sessionsSchema.parse(all.data).find(({ status }) => status === 'current');
    const seen = await calls.send('GET', `/sessions/${ofOwner?.id}`, deputy);
    expect(seen.data).toMatchObject({ status: 'active', may_end: false });
    const refused = { status: 403, error: 'user_is_owner' };
    expect(await calls.send('POST', `/sessions/${ofOwner?.id}/end`, deputy, {})).toMatchObject(refused);
    for (const action of ['end_sessions', 'disable', 'reset_password', 'reset_totp']) {
      expect(await calls.act(deputy, 'demo', action)).toMatchObject(refused);
    }
    expect(await calls.edit(deputy, 'demo', { phone: '1' })).toMatchObject(refused);
    expect(await opens(owner)).toBe(true);
  });

  it('of another tenant are not found', async () => {
    const tokyo = (await world.signIn('tokyo')).login_token;
    const { id } = await calls.user(owner, 'ana');
    for (const action of ['disable', 'reset_password', 'end_sessions']) {
      expect((await calls.send('POST', `/users/${id}/${action}`, tokyo, {})).status).toBe(404);
    }
    expect((await calls.send('PUT', `/users/${id}`, tokyo, { phone: '1' })).status).toBe(404);
    const foreign = { ...person, username: 'foreign', role_ids: [await calls.roleId(owner, 'Viewer')] };
    expect((await calls.send('POST', '/users/invite', tokyo, foreign)).errors).toHaveProperty('role_ids');
  });

  it('see and end only their own sessions, unless they manage users', async () => {
    const { token } = await enrolled('modest');
    const own = await calls.send('GET', '/sessions?range=[0,99]', token);
    const named = { status: 'current', name: 'Unknown device, 127.0.0.1' };
    expect(own.data).toEqual([expect.objectContaining(named)]);
    const all = await calls.send('GET', '/sessions?range=[0,99]', owner);
    const foreign = sessionsSchema.parse(all.data).find(({ status }) => status === 'current');
    expect((await calls.send('GET', `/sessions/${foreign?.id}`, token)).status).toBe(404);
    expect((await calls.send('POST', `/sessions/${foreign?.id}/end`, token, {})).status).toBe(404);
    const [mine] = sessionsSchema.parse(own.data);
    expect((await calls.send('POST', `/sessions/${mine?.id}/end`, owner, {})).status).toBe(200);
    expect((await calls.send('POST', `/sessions/${mine?.id}/end`, owner, {})).status).toBe(409);
    expect(await opens(token)).toBe(false);
    expect(await opens(owner)).toBe(true);
  });

  it('can be signed out everywhere', async () => {
    const { token } = await enrolled('everywhere');
    expect((await calls.act(owner, 'everywhere', 'end_sessions')).status).toBe(200);
    expect(await opens(token)).toBe(false);
  });

  it('have an audit log of all changes, each with its actor', async () => {
    const rows = await world.db.kysely.selectFrom('audit_logs').where('resource', '=', 'users').selectAll().execute();
    const actions = new Set(rows.map(({ action }) => action));
    const expected = ['create', 'reinvite', 'enrol', 'edit', 'disable', 'enable', 'reset_password', 'reset_totp'];
    expect([...expected, 'end_sessions', 'use_recovery_code'].filter((key) => !actions.has(`users.${key}`))).toEqual(
      [],
    );
    expect(rows.every(({ actor_id }) => actor_id !== null)).toBe(true);
  });
});
