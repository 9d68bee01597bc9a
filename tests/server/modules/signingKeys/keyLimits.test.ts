import { addHours } from 'date-fns/addHours';
import { beforeAll, beforeEach, afterAll, describe, expect, it } from 'vitest';
import { secondPerson } from './secondPerson.ts';
import { HOME, openedSigningKeys, outcome, THROUGH, UNSIGNED } from './signingKeysWorld.ts';

/** The demo's threshold, and ten times it. */
const [USUAL, USUAL_DAY] = [500_000n, 5_000_000n];

describe('the limits of keys that pay', () => {
  const at = openedSigningKeys();
  const kysely = () => at.world.db.kysely;
  const rowOf = (id: string) =>
    kysely().selectFrom('signing_keys').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  const listed = async (id: string) => (await at.owner.list()).find((one) => one.id === id);
  const listedDefault = async () => {
    const { id = '' } = (await at.owner.list()).find(({ name }) => name === 'Default key') ?? {};
    return { id };
  };
  const pays = (key: string) => at.world.callFrom(HOME, 'payout', key);

  const { grant, letUseFrom } = secondPerson(at);
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
    const { id, key, waits } = await at.owner.add({ name: 'Payer', may_pay: true });
    expect(waits).toBe(false);
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
    const own = (await at.owner.list()).find(({ name }) => name === 'Default key');
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
    await letUseFrom(user.id, addHours(at.world.clock.now(), 1));
    const second = await at.as('viewer');
    expect(await second.add({ name: 'Shop' })).toMatchObject({ status: 403, error: 'power_waiting' });
    expect(await second.approve(id)).toMatchObject({ status: 403, error: 'power_waiting' });
    await letUseFrom(user.id, at.world.clock.now());
    expect((await second.approve(id)).status).toBe(200);
  });

  it('say to whom has to wait that they wait, and offer nothing until then', async () => {
    const { id } = await at.owner.add({ name: 'Payer', may_pay: true, per_call_limit: (USUAL + 1n).toString() });
    const { id: user } = await kysely().selectFrom('users').where('username', '=', 'viewer').select('id').executeTakeFirstOrThrow(); // prettier-ignore
    const from = addHours(at.world.clock.now(), 2);
    await letUseFrom(user, from);
    // Both rights are needed to approve, so the later one counts.
    const sooner = { usable_at: addHours(at.world.clock.now(), 1) };
    await kysely().updateTable('user_powers').set(sooner).where('user_id', '=', user).where('power', '=', 'approve').execute(); // prettier-ignore
    const keeper = await at.as('viewer');
    const waiting = { may_change: false, may_approve: false, may_reject: true, usable_from: from.toISOString() };
    expect((await keeper.list()).find((one) => one.id === id)).toMatchObject(waiting);
    const usual = await keeper.show((await listedDefault()).id);
    expect(usual).toMatchObject({ ...waiting, decision_hint: expect.stringContaining('You can use it from') });
    expect(await keeper.show(id)).toMatchObject({ ...waiting, decision_hint: usual['decision_hint'] });
    expect(await keeper.approve(id)).toMatchObject({ status: 403, error: 'power_waiting' });
    at.world.clock.advance(2 * 3600);
    const usable = { may_approve: true, usable_from: null, decision_hint: null };
    const later = await at.as('viewer');
    expect(await later.show(id)).toMatchObject(usable);
    expect((await later.approve(id)).status).toBe(200);
  });

  it('name those who may approve a key, who also need the right to manage keys', async () => {
    const { id } = await at.owner.add({ name: 'Payer', may_pay: true, per_call_limit: (USUAL + 1n).toString() });
    // `checker` approves payments, and can't manage keys.
    expect(await at.owner.show(id)).toMatchObject({ deciders: '何静', decision_hint: null });
  });

  describe('above the defaults', () => {
    const wide = { name: 'Payer', may_pay: true, per_call_limit: '500001' };

    it('let a new key sign nothing until another user approves it', async () => {
      await kysely().deleteFrom('notifications').execute();
      const { id, key, waits } = await at.owner.add(wide);
      expect(waits).toBe(true);
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
      expect(await at.owner.change(id, change)).toMatchObject({ status: 200, waits: true });
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
});
