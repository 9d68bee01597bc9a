import { addHours } from 'date-fns/addHours';
import { subDays } from 'date-fns/subDays';
import { beforeAll, beforeEach, afterAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#server/demo/signIns.ts';
import { askForLimits } from '#server/modules/signingKeys/askForLimits.ts';
import { HOME, openedSigningKeys, outcome, THROUGH, UNSIGNED } from './signingKeysWorld.ts';

/** The demo's threshold, and ten times it. */
const [USUAL, USUAL_DAY] = [500_000n, 5_000_000n];

describe('the limits of keys that pay', () => {
  const at = openedSigningKeys();
  const kysely = () => at.world.db.kysely;
  const rowOf = (id: string) =>
    kysely().selectFrom('signing_keys').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  const listed = async (id: string) => (await at.owner.list()).find((one) => one.id === id);
  const pays = (key: string) => at.world.callFrom(HOME, 'payout', key);

  async function grant(username: string, permissions: readonly string[]) {
    const user = await kysely()
      .selectFrom('users')
      .where('username', '=', username)
      .select('id')
      .executeTakeFirstOrThrow();
    const role = await kysely()
      .selectFrom('user_roles')
      .where('user_id', '=', user.id)
      .select('role_id')
      .executeTakeFirstOrThrow();
    const rows = permissions.map((permission) => ({
      merchant_id: at.world.ofMerchant,
      role_id: role.role_id,
      permission,
    }));
    await kysely().insertInto('role_permissions').values(rows).execute();
    await usePowersFrom(user.id, subDays(at.world.clock.now(), 1));
    return async () => {
      await kysely()
        .deleteFrom('role_permissions')
        .where('role_id', '=', role.role_id)
        .where('permission', 'in', permissions)
        .execute();
    };
  }
  /** Lets a user manage keys and approve from a time. */
  async function usePowersFrom(user_id: string, usable_at: Date) {
    const merchant_id = at.world.ofMerchant;
    const powers = (['keys', 'approve'] as const).map((power) => ({ merchant_id, user_id, power, gained_at: usable_at, usable_at })); // prettier-ignore
    await kysely().deleteFrom('user_powers').where('user_id', '=', user_id).execute();
    await kysely().insertInto('user_powers').values(powers).execute();
  }
  const undo: (() => Promise<void>)[] = [];
  const KEYS = 'base_info.regenerate_key';
  beforeAll(async () => {
    // A second person, who manages keys and approves payments, and a third who only manages keys.
    undo.push(await grant('viewer', [KEYS, 'payment_requests.approve']));
  });
  afterAll(async () => {
    for (const one of undo) await one();
  });
  beforeEach(async () => {
    const limits = { per_call_limit: USUAL, per_day_limit: USUAL_DAY, proposal: null };
    await kysely().updateTable('merchant_keys').set(limits).where('merchant_id', '=', at.world.ofMerchant).execute();
  });

  it('are the approval threshold per call and ten times it in 24 hours, for a new key', async () => {
    const { id, key } = await at.owner.add({ name: 'Payer', may_pay: true });
    expect(await rowOf(id)).toMatchObject({ per_call_limit: USUAL, per_day_limit: USUAL_DAY, is_approved: true });
    expect(outcome(await pays(key))).toEqual(THROUGH);
    expect(await listed(id)).toMatchObject({ per_call_limit: '500000', per_day_limit: '5000000', waits: false });
    const { id: shop } = await at.owner.add({ name: 'Shop', may_collect: true, per_call_limit: '1' });
    expect(await rowOf(shop)).toMatchObject({ per_call_limit: null, per_day_limit: null });
  });

  it.each([
    [{ per_call_limit: '-1' }, 'per_call_limit'],
    [{ per_call_limit: '1.5' }, 'per_call_limit'],
    [{ per_day_limit: 5 }, 'per_day_limit'],
    [{ per_call_limit: '200', per_day_limit: '199' }, 'per_day_limit'],
  ])('are not %j', async (limits, field) => {
    const refused = await at.owner.add({ name: 'Payer', may_pay: true, ...limits });
    expect(refused).toMatchObject({ status: 422, errors: { [field]: expect.any(String) } });
  });

  it('need the maker’s own right to pay and refund', async () => {
    const keeper = await at.as('viewer');
    const refused = { status: 403, error: 'key_needs_rights' };
    expect(await keeper.add({ name: 'Payer', may_pay: true })).toMatchObject({
      ...refused,
      msg: expect.stringContaining('Payment requests'),
    });
    const shop = await keeper.add({ name: 'Shop', may_collect: true });
    expect(shop.status).toBe(200);
    expect(await keeper.change(shop.id, { name: 'Shop', may_pay: true })).toMatchObject(refused);
    const payer = await at.owner.add({ name: 'Payer', may_pay: true });
    expect(await keeper.change(payer.id, { name: 'Payer', may_pay: true, addresses: HOME })).toMatchObject(refused);
    expect(await keeper.replace(payer.id)).toMatchObject(refused);
    const [own] = (await at.owner.list()).filter(({ name }) => name === 'Default key');
    expect(await keeper.setLimits(own?.id ?? '', { per_call_limit: '1' })).toMatchObject(refused);
    const { login_token: token } = await at.world.signIn('viewer');
    const replaced = await at.world.call({
      method: 'POST',
      url: '/prod-api/md5-key/update',
      token,
      payload: { pay_password: 'x', totp_code: '1' },
    });
    expect(replaced.json()).toMatchObject({ data: { error: 'key_needs_rights' } });
    // Revoking stays easy.
    expect((await keeper.revoke(payer.id)).status).toBe(200);
  });

  it('wait like every power of a user who has just gained it', async () => {
    const user = await kysely().selectFrom('users').where('username', '=', 'viewer').select('id').executeTakeFirstOrThrow(); // prettier-ignore
    const { id } = await at.owner.add({ name: 'Payer', may_pay: true, per_call_limit: '500001' });
    await usePowersFrom(user.id, addHours(at.world.clock.now(), 1));
    const second = await at.as('viewer');
    expect(await second.add({ name: 'Shop' })).toMatchObject({ status: 403, error: 'power_waiting' });
    expect(await second.approve(id)).toMatchObject({ status: 403, error: 'power_waiting' });
    await usePowersFrom(user.id, at.world.clock.now());
    expect((await second.approve(id)).status).toBe(200);
  });

  describe('above the defaults', () => {
    const wide = { name: 'Payer', may_pay: true, per_call_limit: '500001' };

    it('let a new key sign nothing until another user approves it', async () => {
      await kysely().deleteFrom('notifications').execute();
      const { id, key } = await at.owner.add(wide);
      expect(await listed(id)).toMatchObject({
        status: 'pending_approval',
        waits: true,
        is_own: true,
        wanted_per_call_limit: '500001',
      });
      for (const call of ['payout', 'query'])
        expect(outcome(await at.world.callFrom(HOME, call, key))).toEqual(UNSIGNED);
      expect(await at.owner.approve(id)).toMatchObject({ status: 403, error: 'own_request' });
      expect(await at.owner.change(id, { name: 'Payer', may_pay: true })).toMatchObject({
        status: 409,
        error: 'key_waits',
      });
      expect(await at.owner.replace(id)).toMatchObject({ status: 409, error: 'key_waits' });
      const told = await kysely()
        .selectFrom('notifications')
        .where('kind', '=', 'key_waiting')
        .select(['user_id', 'data'])
        .execute();
      expect(told).toMatchObject([{ data: { record_id: id, number: 'Payer' } }]);
      const second = await at.as('viewer');
      expect((await second.approve(id)).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({ is_approved: true, approver_id: told[0]?.user_id });
      expect(outcome(await pays(key))).toEqual(THROUGH);
      expect(await second.approve(id)).toMatchObject({ status: 409, error: 'key_not_waiting' });
      const settled = await kysely()
        .selectFrom('notifications')
        .where('kind', '=', 'key_waiting')
        .selectAll()
        .execute();
      expect(settled).toMatchObject([{ data: { outcome: 'approved' }, read_at: expect.any(Date) }]);
    });

    it('end a new key that is rejected, for good', async () => {
      const { id, key } = await at.owner.add({ ...wide, per_call_limit: '1', per_day_limit: '5000001' });
      const second = await at.as('viewer');
      expect((await second.reject(id)).status).toBe(200);
      expect(await listed(id)).toMatchObject({ status: 'rejected', waits: false });
      expect(outcome(await pays(key))).toEqual(UNSIGNED);
      expect(await second.approve(id)).toMatchObject({ status: 409 });
    });

    it('are approved only by users who may approve payments, and with password and code', async () => {
      const { id } = await at.owner.add(wide);
      await undo.pop()?.();
      const undoKeys = await grant('viewer', [KEYS]);
      const keeper = await at.as('viewer');
      expect(await keeper.approve(id)).toMatchObject({ status: 403, error: 'key_approver' });
      expect((await keeper.list()).find((one) => one.id === id)).toMatchObject({ may_approve: false });
      await undoKeys();
      undo.push(await grant('viewer', [KEYS, 'payment_requests.approve']));
      const second = await at.as('viewer');
      expect(await second.act(`/${id}/approve`, {})).toMatchObject({ status: 422 });
      expect(await (await at.as('tokyo')).approve(id)).toMatchObject({ status: 404 });
      expect((await second.approve(id)).status).toBe(200);
    });

    it('apply to a changed key once they are approved, and the old terms until then', async () => {
      const { id } = await at.owner.add({ name: 'Payer', may_pay: true, addresses: HOME });
      const change = { ...wide, may_query: true, addresses: HOME };
      expect((await at.owner.change(id, change)).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({ per_call_limit: USUAL, proposal: { per_call_limit: '500001' } });
      expect(await listed(id)).toMatchObject({
        status: 'active',
        waits: true,
        wanted_per_call_limit: '500001',
        per_call_limit: '500000',
      });
      const second = await at.as('viewer');
      expect((await second.reject(id)).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({ per_call_limit: USUAL, proposal: null, ends_at: null });
      await at.owner.change(id, change);
      expect((await second.approve(id)).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({ per_call_limit: 500_001n, proposal: null, addresses: HOME });
      // With approved limits, other places and a later end are more, too. Less needs nobody.
      for (const more of [{ addresses: null }, { addresses: `${HOME}\n192.0.2.1` }]) {
        await at.owner.change(id, { ...change, ...more });
        expect(await rowOf(id)).toMatchObject({ addresses: HOME, proposal: expect.anything() });
      }
      const ends_at = addHours(at.world.clock.now(), 5).toISOString();
      await at.owner.change(id, { ...change, ends_at });
      expect(await rowOf(id)).toMatchObject({ proposal: null, ends_at: new Date(ends_at) });
      await at.owner.change(id, { ...change, ends_at: null });
      expect(await rowOf(id)).toMatchObject({ proposal: expect.anything(), ends_at: new Date(ends_at) });
      await at.owner.change(id, { ...change, per_call_limit: '9', per_day_limit: '10', ends_at: null });
      expect(await rowOf(id)).toMatchObject({ proposal: null, per_call_limit: 9n, ends_at: null });
    });

    it('fall to the defaults when the key is replaced, until they are approved again', async () => {
      const { id } = await at.world.write({ name: 'Payer', per_call_limit: 900_000n, per_day_limit: 9_000_000n });
      const next = await at.owner.replace(id, { grace_hours: 1 });
      expect(await rowOf(next.id)).toMatchObject({
        per_call_limit: USUAL,
        per_day_limit: USUAL_DAY,
        is_approved: true,
        proposal: { per_call_limit: '900000' },
      });
      expect(outcome(await pays(next.key))).toEqual(THROUGH);
      expect((await (await at.as('viewer')).approve(next.id)).status).toBe(200);
      expect(await rowOf(next.id)).toMatchObject({ per_call_limit: 900_000n, per_day_limit: 9_000_000n });
    });

    it('need nobody else on the test side', async () => {
      const { login_token: token } = await at.world.signIn('demo');
      const entered = await at.world.call({ method: 'POST', url: '/prod-api/test-mode/enter', token });
      const tester = at.world.calls(entered.json<{ data: { login_token: string } }>().data.login_token);
      const { id } = await tester.add(wide);
      expect(await rowOf(id)).toMatchObject({ is_approved: true, per_call_limit: 500_001n });
    });
  });

  describe('of the keys that one user made alone', () => {
    const pays = (name: string, per_day_limit: string) =>
      at.owner.add({ name, may_pay: true, per_call_limit: '1000', per_day_limit });
    const isApproved = async ({ id }: { id: string }) => (await rowOf(id)).is_approved;

    it('stay within the default together, also if some have just ended', async () => {
      const first = await pays('One', '3000000');
      expect(await isApproved(await pays('Two', '2000000'))).toBe(true);
      expect(await isApproved(await pays('Three', '1000'))).toBe(false);
      await at.owner.revoke(first.id);
      expect(await isApproved(await pays('Four', '1000'))).toBe(false);
      expect((await at.owner.change(first.id, { name: 'One', may_pay: true })).status).toBe(409);
      at.world.clock.advance(24 * 3600);
      const { id } = await (await at.as('demo')).add({ name: 'Five', may_pay: true, per_call_limit: '1', per_day_limit: '3000000' }); // prettier-ignore
      expect((await rowOf(id)).is_approved).toBe(true);
    });

    it('leave out keys that a second user approved, and keys that don’t pay', async () => {
      const { id } = await at.owner.add({ name: 'Wide', may_pay: true, per_call_limit: '500001' });
      await (await at.as('viewer')).approve(id);
      await at.owner.add({ name: 'Shop', may_collect: true });
      expect(await isApproved(await pays('One', '5000000'))).toBe(true);
    });

    it('count a key that another scope lets pay', async () => {
      await pays('One', '5000000');
      const shop = await at.owner.add({ name: 'Shop', may_collect: true });
      await at.owner.change(shop.id, { name: 'Shop', may_pay: true, per_call_limit: '1', per_day_limit: '1' });
      expect(await rowOf(shop.id)).toMatchObject({ may_pay: false, proposal: { may_pay: true } });
    });
  });

  describe('of the default key', () => {
    const own = () =>
      kysely()
        .selectFrom('merchant_keys')
        .where('merchant_id', '=', at.world.ofMerchant)
        .where('ends_at', 'is', null)
        .selectAll()
        .executeTakeFirstOrThrow();
    const replace = async () => {
      at.world.clock.advance(3600);
      const { login_token: token } = await at.world.signIn('demo');
      at.world.clock.advance(30);
      const payload = { pay_password: DEMO_PAY_PASSWORD, totp_code: await at.world.totpCode() };
      return at.world.call({ method: 'POST', url: '/prod-api/md5-key/update', token, payload });
    };

    it('are lowered by one user and raised above the defaults by two', async () => {
      const { id } = await own();
      expect((await at.owner.setLimits(id, { per_call_limit: '100', per_day_limit: '1000' })).status).toBe(200);
      expect(await own()).toMatchObject({ per_call_limit: 100n, per_day_limit: 1000n });
      expect((await at.owner.setLimits(id, {})).status).toBe(200);
      expect(await own()).toMatchObject({ per_call_limit: USUAL, per_day_limit: USUAL_DAY });
      expect((await at.owner.setLimits(id, { per_call_limit: '600000' })).status).toBe(200);
      expect(await own()).toMatchObject({ per_call_limit: USUAL, proposal: { per_call_limit: '600000' } });
      expect(await at.owner.approve(id)).toMatchObject({ status: 403, error: 'own_request' });
      expect((await (await at.as('viewer')).approve(id)).status).toBe(200);
      expect(await own()).toMatchObject({ per_call_limit: 600_000n, proposal: null });
      expect((await at.owner.setLimits(id, { per_call_limit: '550000' })).status).toBe(200);
      expect(await own()).toMatchObject({ per_call_limit: 550_000n, proposal: null });
    });

    it('stay with its successor up to the defaults, which a key without limits gets', async () => {
      const set = (per_call_limit: bigint | null, per_day_limit: bigint | null) =>
        kysely()
          .updateTable('merchant_keys')
          .set({ per_call_limit, per_day_limit })
          .where('merchant_id', '=', at.world.ofMerchant)
          .execute();
      await set(7n, 70n);
      expect((await replace()).statusCode).toBe(200);
      expect(await own()).toMatchObject({ per_call_limit: 7n, per_day_limit: 70n, proposal: null });
      await set(null, null);
      await replace();
      expect(await own()).toMatchObject({ per_call_limit: USUAL, per_day_limit: USUAL_DAY, proposal: null });
      await set(800_000n, 80_000_000n);
      await replace();
      expect(await own()).toMatchObject({
        per_call_limit: USUAL,
        per_day_limit: USUAL_DAY,
        proposal: { per_day_limit: '80000000' },
      });
    });
  });

  describe('of keys from before there were limits', () => {
    const old = () => at.world.write({ name: 'Old', per_call_limit: null, per_day_limit: null });

    it('are none, also after a change that names none', async () => {
      const { id, key } = await old();
      expect(outcome(await pays(key))).toEqual(THROUGH);
      expect(await listed(id)).toMatchObject({ has_no_limit: true, next_per_call_limit: '500000' });
      await at.owner.change(id, { name: 'Older', may_pay: true, may_query: true, may_collect: true });
      expect(await rowOf(id)).toMatchObject({ name: 'Older', per_call_limit: null, proposal: null });
      await at.owner.change(id, { name: 'Older', may_pay: true, per_call_limit: '600000', per_day_limit: '600000' });
      expect(await rowOf(id)).toMatchObject({ per_call_limit: null, proposal: expect.anything() });
      await at.owner.change(id, { name: 'Older', may_pay: true, per_call_limit: '500000', per_day_limit: null });
      expect(await rowOf(id)).toMatchObject({ per_call_limit: USUAL, per_day_limit: USUAL_DAY });
    });

    it('are asked for once, of the owners', async () => {
      await kysely().deleteFrom('notifications').execute();
      const asked = () =>
        kysely().selectFrom('notifications').where('kind', '=', 'key_without_limit').select('user_id').execute();
      await askForLimits(at.world.db, at.world.clock.now());
      expect(await asked()).toEqual([]);
      await old();
      await askForLimits(at.world.db, at.world.clock.now());
      const owner = await kysely()
        .selectFrom('users')
        .where('username', '=', 'demo')
        .select('id')
        .executeTakeFirstOrThrow();
      expect(await asked()).toContainEqual({ user_id: owner.id });
      const times = (await asked()).length;
      await askForLimits(at.world.db, at.world.clock.now());
      expect(await asked()).toHaveLength(times);
    });
  });
});
