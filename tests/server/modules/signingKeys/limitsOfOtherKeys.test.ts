import { beforeAll, beforeEach, afterAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { askForLimits } from '#server/modules/signingKeys/askForLimits.ts';
import { secondPerson } from './secondPerson.ts';
import { HOME, openedSigningKeys, outcome, THROUGH } from './signingKeysWorld.ts';

/** The demo's threshold, and ten times it. */
const [USUAL, USUAL_DAY] = [500_000n, 5_000_000n];

describe('the limits of several keys, of the default key and of old ones', () => {
  const at = openedSigningKeys();
  const kysely = () => at.world.db.kysely;
  const rowOf = (id: string) =>
    kysely().selectFrom('signing_keys').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  const listed = async (id: string) => (await at.owner.list()).find((one) => one.id === id);
  const pays = (key: string) => at.world.callFrom(HOME, 'payout', key);

  const { grant } = secondPerson(at);
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

  describe('of the keys that one user made alone', () => {
    const payer = (name: string, per_day_limit: string) =>
      at.owner.add({ name, may_pay: true, per_call_limit: '1000', per_day_limit });
    const isApproved = async ({ id }: { id: string }) => (await rowOf(id)).is_approved;

    it('stay within the default together, also if some have just ended', async () => {
      const first = await payer('One', '3000000');
      expect(await isApproved(await payer('Two', '2000000'))).toBe(true);
      expect(await isApproved(await payer('Three', '1000'))).toBe(false);
      await at.owner.revoke(first.id);
      expect(await isApproved(await payer('Four', '1000'))).toBe(false);
      expect((await at.owner.change(first.id, { name: 'One', may_pay: true })).status).toBe(409);
      at.world.clock.advance(24 * 3600);
      const { id } = await (await at.as('demo')).add({ name: 'Five', may_pay: true, per_call_limit: '1', per_day_limit: '3000000' }); // prettier-ignore
      expect((await rowOf(id)).is_approved).toBe(true);
    });

    it('leave out keys that a second user approved, and keys that don’t pay', async () => {
      const { id } = await at.owner.add({ name: 'Wide', may_pay: true, per_call_limit: '500001' });
      await (await at.as('viewer')).approve(id);
      await at.owner.add({ name: 'Shop', may_collect: true });
      expect(await isApproved(await payer('One', '5000000'))).toBe(true);
    });

    it('count a key that another scope lets pay', async () => {
      await payer('One', '5000000');
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
