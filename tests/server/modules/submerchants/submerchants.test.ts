import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { copyCredentials, userCalls } from '../users/userCalls.ts';
import { submerchantCalls } from './submerchantCalls.ts';

const OWN_MERCHANT = 'M100001';

describe('sub-merchants', () => {
  let world: World;
  let calls: ReturnType<typeof submerchantCalls>;
  let owner = '';
  let sub = '';
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    calls = submerchantCalls(world);
    owner = (await world.signIn('demo')).login_token;
    sub = (await world.signIn('sub')).login_token;
  });
  afterAll(() => world.close());

  const idOf = async (merchantNo: string) => {
    const found = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '=', merchantNo)
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    return found.merchant_id;
  };
  const asks = async (token: string) => (await calls.send('GET', '/menu-tree', token)).status;
  async function signInOf(username: string) {
    world.clock.advance(30);
    const payload = { username, password: DEMO_PASSWORD, totp_code: await world.totpCode() };
    return world.call({ method: 'POST', url: '/prod-api/login', payload });
  }
  const channelsOf = async (merchantId: string) =>
    world.db.kysely
      .selectFrom('channels')
      .where('merchant_id', '=', merchantId)
      .orderBy('code')
      .select(['platform_channel_id', 'code', 'rate_bps', 'fixed_fee', 'min_fee', 'max_fee', 'min_amount', 'status'])
      .execute();
  const logOf = async (merchantId: string, id: string) =>
    world.db.kysely
      .selectFrom('audit_logs')
      .where('merchant_id', '=', merchantId)
      .where('record_id', '=', id)
      .orderBy('seq')
      .select(['action', 'actor_name'])
      .execute();

  it('can work immediately: rates and limits of the parent, a wallet, a menu, and an owner with a valid link', async () => {
    const details = { name: 'Corner shop', short_name: 'Corner', contact_name: 'Ada', phone: '+1', remark: 'New' };
    const made = await calls.create(owner, { ...details, email: 'a@b.example', username: 'corner', real_name: 'Ada' });
    expect(made.status).toBe(200);
    const { id, ...shown } = await calls.named(owner, 'Corner shop');
    expect(shown).toMatchObject({ ...details, status: 'active', depth: 1, currency: 'CNY', owner_status: 'invited' });
    const parentId = await idOf(OWN_MERCHANT);
    expect(await channelsOf(id)).toEqual(await channelsOf(parentId));
    expect(await channelsOf(id)).not.toEqual([]);
    await calls.follow(calls.linkOf(made.data));
    expect(await calls.named(owner, 'Corner shop')).toMatchObject({ owner_status: 'enabled' });
    expect((await calls.act(owner, id, 'reinvite')).msg).toContain('has already set up their account');
    expect(await logOf(parentId, id)).toEqual([{ action: 'submerchants.create', actor_name: '林晓' }]);
    expect(await logOf(id, id)).toEqual([{ action: 'submerchants.create', actor_name: '海星优选商贸有限公司' }]);
    for (const merchantId of [parentId, id]) {
      expect(await verifyChain(world.db, merchantId)).toBeNull();
    }
  });

  it('show their last sign-in to their ancestors and the platform', async () => {
    const operator = (await world.signIn('operator')).login_token;
    const shownTo = async (token: string, path: string) => {
      const filter = encodeURIComponent(JSON.stringify({ q: 'Ink' }));
      const { data } = await calls.send('GET', `${path}?filter=${filter}`, token);
      return z.array(z.object({ last_login_at: z.string().nullable() })).parse(data)[0]?.last_login_at;
    };
    const shownToBoth = async () => [await shownTo(owner, '/submerchants'), await shownTo(operator, '/merchants')];
    await calls.create(owner, { name: 'Ink', username: 'ink', real_name: 'Ada' });
    expect(await shownToBoth()).toEqual([null, null]);
    await copyCredentials(world, 'ink');
    await world.signIn('ink');
    const first = world.clock.now().toISOString();
    expect(await shownToBoth()).toEqual([first, first]);
    world.clock.advance(60);
    const payload = { username: 'ink', password: DEMO_PASSWORD, totp_code: '000000' };
    expect((await world.call({ method: 'POST', url: '/prod-api/login', payload })).statusCode).toBe(401);
    expect(await shownToBoth()).toEqual([first, first]);
    await world.signIn('ink');
    const second = world.clock.now().toISOString();
    expect(second > first).toBe(true);
    expect(await shownToBoth()).toEqual([second, second]);
  });

  it('can be created below any sub-merchant, which then sees them too', async () => {
    const { id: parentId } = await calls.named(owner, '海星生鲜（华东）');
    const kiosk = await calls.opened(owner, { name: 'Kiosk', username: 'kiosk', parent_id: parentId });
    expect(await calls.named(owner, 'Kiosk')).toMatchObject({ parent_id: parentId, depth: 2 });
    expect(await calls.named(sub, 'Kiosk')).toMatchObject({ parent_id: null, depth: 1 });
    const stand = await calls.opened(kiosk.token, { name: 'Stand', username: 'stand' });
    expect(await calls.named(owner, 'Stand')).toMatchObject({ parent_id: kiosk.id, depth: 3 });
    const wallets = z.array(z.object({ currency: z.string(), total: z.string() }));
    const { data } = await calls.send('GET', '/wallets', stand.token);
    expect(wallets.parse(data)).toEqual([expect.objectContaining({ currency: 'CNY', total: '0' })]);
  });

  it('are rejected without a name, with a taken username, or below an unrelated merchant', async () => {
    const values = { name: 'Other', username: 'other', real_name: 'Olu' };
    expect((await calls.create(owner, { ...values, name: ' ' })).errors).toHaveProperty('name');
    expect((await calls.create(owner, { ...values, username: 'Tokyo' })).errors).toHaveProperty('username');
    for (const parent of [await idOf('M100002'), await idOf(OWN_MERCHANT)]) {
      expect((await calls.create(sub, { ...values, parent_id: parent })).errors).toHaveProperty('parent_id');
    }
    expect((await calls.list(owner)).some(({ name }) => name === 'Other')).toBe(false);
  });

  it("are managed only by their ancestors' users with the permission", async () => {
    const viewer = (await world.signIn('viewer')).login_token;
    const { id, revision } = await calls.named(owner, '海星生鲜（华东）');
    const sibling = await calls.named(owner, '海星数码（华南）');
    for (const action of ['disable', 'enable', 'reinvite']) {
      expect((await calls.act(viewer, id, action)).status).toBe(403);
      for (const target of [id, sibling.id, await idOf(OWN_MERCHANT), await idOf('M100002')]) {
        expect((await calls.act(sub, target, action)).status).toBe(404);
      }
    }
    expect((await calls.act(owner, await idOf(OWN_MERCHANT), 'disable')).status).toBe(404);
    expect((await calls.send('PUT', `/submerchants/${sibling.id}`, sub, { name: 'Mine' })).status).toBe(404);
    const edited = await calls.send('PUT', `/submerchants/${id}`, owner, { phone: '+81', revision });
    expect(edited.data).toMatchObject({ phone: '+81', revision: revision + 1 });
    expect((await calls.send('PUT', `/submerchants/${id}`, owner, { phone: '+82', revision })).status).toBe(409);
    expect((await logOf(id, id)).map(({ action }) => action)).toContain('submerchants.edit');
  });

  it('get a new invitation until the owner has used the first, which becomes invalid', async () => {
    const first = await calls.create(owner, { name: 'Late', username: 'late', real_name: 'Lee' });
    const { id } = await calls.named(owner, 'Late');
    const second = await calls.act(owner, id, 'reinvite');
    const check = async (link: string) =>
      (await calls.send('POST', '/enrolment/check', undefined, { token: link.split('#enrol=')[1] })).status;
    expect([await check(calls.linkOf(first.data)), await check(calls.linkOf(second.data))]).toEqual([404, 200]);
  });

  it('get no new invitation for one of their owners once another has an account', async () => {
    const { id, token: first } = await calls.opened(owner, { name: 'Heirs', username: 'heir1' });
    const users = userCalls(world);
    const [own] = await users.list(first);
    const heir = { real_name: 'Lee', role_ids: own?.role_ids };
    await calls.send('POST', '/users/invite', first, { ...heir, username: 'heir2' });
    await calls.send('POST', '/users/invite', first, { ...heir, username: 'heir3' });
    await copyCredentials(world, 'heir3');
    const third = (await world.signIn('heir3')).login_token;
    const role = z
      .object({ id: z.string() })
      .parse((await calls.send('POST', '/roles', third, { name: 'Helper' })).data);
    expect((await calls.send('PUT', `/users/${own?.id}`, third, { role_ids: [role.id] })).status).toBe(200);
    expect((await calls.act(owner, id, 'reinvite')).status).toBe(409);
  });

  it('are locked out with the next request of any user in or below them, and can sign in again once enabled', async () => {
    const upper = await calls.opened(owner, { name: 'Upper', username: 'upper' });
    const lower = await calls.opened(upper.token, { name: 'Lower', username: 'lower' });
    for (let trial = 0; trial < 3; trial += 1) {
      const tokens = [];
      for (const name of ['upper', 'lower']) tokens.push((await world.signIn(name)).login_token);
      const underWay = tokens.map(asks);
      expect((await calls.act(owner, upper.id, 'disable')).status).toBe(200);
      expect(await Promise.all(tokens.map(asks))).toEqual([401, 401]);
      for (const one of await Promise.all(underWay)) expect([200, 401]).toContain(one);
      expect(await calls.named(owner, 'Lower')).toMatchObject({ status: 'active', disabled_above_id: upper.id });
      expect((await signInOf('lower')).statusCode).toBe(403);
      const below = { name: 'Lowest', username: 'lowest', real_name: 'Li', parent_id: lower.id };
      expect((await calls.create(owner, below)).errors).toHaveProperty('parent_id');
      expect((await calls.act(owner, upper.id, 'enable')).status).toBe(200);
      expect(await Promise.all(tokens.map(asks))).toEqual([401, 401]);
    }
    expect(await asks((await world.signIn('lower')).login_token)).toBe(200);
  });

  it('are disabled once by two concurrent calls, and the second is told so', async () => {
    const { id } = await calls.opened(owner, { name: 'Race', username: 'race' });
    for (const [action, told] of [
      ['disable', 'is already disabled'],
      ['enable', 'is already active'],
    ] as const) {
      const answers = await Promise.all([1, 2].map(() => calls.act(owner, id, action)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      expect(answers.find(({ status }) => status === 409)?.msg).toContain(told);
    }
  });
});
