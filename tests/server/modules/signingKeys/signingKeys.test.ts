import { addHours } from 'date-fns/addHours';
import { subHours } from 'date-fns/subHours';
import { describe, expect, it } from 'vitest';
import { NEWEST_VERSION } from '#shared/gateway/versions.ts';
import { entriesOf } from '#server/audit/readAudit.ts';
import { insertRows } from '#server/db/rows.ts';
import { createSigningKeys, forgetOldKeys } from '#server/modules/signingKeys/createSigningKeys.ts';
import { MOST_KEYS } from '#server/modules/signingKeys/service.ts';
import { HOME, openedSigningKeys, outcome, THROUGH, UNSIGNED } from './signingKeysWorld.ts';

describe('signing keys', () => {
  const at = openedSigningKeys();
  const rows = () => at.world.db.kysely.selectFrom('signing_keys').selectAll().orderBy('created_at').execute();

  describe('are created', () => {
    it('with payment password and code, and shown once', async () => {
      const made = await at.owner.add({ name: 'Shop', may_collect: true, addresses: `${HOME}\n2001:DB8::/32` });
      expect(made).toMatchObject({ status: 200, key: expect.stringMatching(/^[0-9a-f]{32}$/) });
      const listed = await at.owner.list();
      expect(listed[0]).toMatchObject({
        id: made.id,
        key_id: made.id,
        name: 'Shop',
        status: 'active',
        scopes: 'Collect · Query',
        key_tail: made.key.slice(-4),
        allowed_from: `${HOME}, 2001:db8::/32`,
        last_used_at: null,
      });
      expect(JSON.stringify(listed)).not.toContain(made.key);
      expect(JSON.stringify(await rows())).not.toContain(made.key);
      const entry = await entriesOf(at.world.db.kysely, at.world.ofMerchant, 'signing_keys', made.id)
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(entry).toMatchObject({
        action: 'signing_keys.add',
        after: { name: 'Shop', key_tail: made.key.slice(-4) },
      });
      expect(JSON.stringify(entry.after)).not.toContain(made.key);
    });

    it('and listed beside the default key, which may do everything', async () => {
      expect(await at.owner.list()).toMatchObject([
        { name: 'Default key', is_default: true, allowed_from: 'Any address', status: 'active', ends_at: null },
      ]);
    });

    it('only by users who may replace the default key', async () => {
      const viewer = await at.as('viewer');
      expect(await viewer.add({ name: 'Shop' })).toMatchObject({ status: 403 });
      expect(await at.owner.act('/add', { name: 'Shop', may_query: true })).toMatchObject({ status: 422 });
      expect(await at.owner.add({ name: 'Shop', pay_password: '000000' })).toMatchObject({
        status: 422,
        errors: { pay_password: expect.any(String) },
      });
      expect(await at.owner.add({ name: 'Shop', totp_code: '000000' })).toMatchObject({
        status: 422,
        errors: { totp_code: expect.any(String) },
      });
      expect(await rows()).toEqual([]);
    });

    it.each([
      [{ name: '' }, 'name', 'required'],
      [{ may_query: false }, 'may_collect', 'at least one'],
      [{ addresses: '203.0.113.0/24\n203.0.113.256' }, 'addresses', '“203.0.113.256” isn’t an IP address'],
      [
        { addresses: Array.from({ length: 51 }, (_, place) => `192.0.2.${place}`).join(' ') },
        'addresses',
        'no more than 50',
      ],
      [{ ends_at: '2020-01-01T00:00:00Z' }, 'ends_at', 'future'],
      [{ ends_at: 'tomorrow' }, 'ends_at', ''],
    ])('not with %j', async (values, field, words) => {
      const refused = await at.owner.add({ name: 'Shop', ...values });
      expect(refused).toMatchObject({ status: 422, errors: { [field]: expect.stringContaining(words) } });
      expect(await rows()).toEqual([]);
    });

    it('with a name that is unique among valid keys', async () => {
      const first = await at.owner.add({ name: 'Shop' });
      expect(await at.owner.add({ name: ' sHOP ' })).toMatchObject({
        status: 422,
        errors: { name: expect.any(String) },
      });
      await at.owner.revoke(first.id);
      expect(await at.owner.add({ name: 'Shop' })).toMatchObject({ status: 200 });
    });

    it('at most ten times an hour', async () => {
      for (let made = 0; made < 10; made += 1) expect((await at.owner.add({ name: `Key ${made}` })).status).toBe(200);
      expect((await at.owner.add({ name: 'One more' })).status).toBe(429);
    });

    it('only after the default key, which notifications are signed with', async () => {
      const { kysely } = at.world.db;
      const kept = await kysely.selectFrom('merchant_keys').selectAll().execute();
      await kysely.deleteFrom('merchant_keys').where('merchant_id', '=', at.world.ofMerchant).execute();
      expect(await at.owner.add({ name: 'Shop' })).toMatchObject({ status: 409, error: 'default_key_first' });
      const own = kept.filter((key) => key.merchant_id === at.world.ofMerchant);
      await insertRows(kysely, 'merchant_keys', own);
    });

    it('for the side of the user, with the prefix of test keys on the test side', async () => {
      const { login_token: token } = await at.world.signIn('demo');
      const entered = await at.world.call({ method: 'POST', url: '/prod-api/test-mode/enter', token });
      const tester = at.world.calls(entered.json<{ data: { login_token: string } }>().data.login_token);
      const made = await tester.add({ name: 'Shop', may_collect: true });
      expect(made.key).toMatch(/^test_[0-9a-f]{32}$/);
      expect(outcome(await at.world.callFrom(HOME, 'collect', made.key))).toEqual(THROUGH);
      expect((await tester.list()).map(({ name }) => name)).toEqual(['Shop', 'Default key']);
      expect((await (await at.as('demo')).list()).map(({ name }) => name)).toEqual(['Default key']);
    });
  });

  describe('are changed and ended', () => {
    it('by an edit, which applies to the next call', async () => {
      const { id, key } = await at.owner.add({ name: 'Shop', may_collect: true, addresses: HOME });
      const elsewhere = '198.51.100.1';
      expect(outcome(await at.world.callFrom(elsewhere, 'collect', key))).toEqual({
        status: 403,
        error: 'key_address',
      });
      const changed = await at.owner.change(id, { name: 'Shop', may_collect: true, addresses: elsewhere });
      expect(changed.status).toBe(200);
      expect(outcome(await at.world.callFrom(elsewhere, 'collect', key))).toEqual(THROUGH);
      expect(outcome(await at.world.callFrom(elsewhere, 'query', key))).toEqual({ status: 403, error: 'key_scope' });
      const entry = await entriesOf(at.world.db.kysely, at.world.ofMerchant, 'signing_keys', id)
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(entry).toMatchObject({
        action: 'signing_keys.change',
        before: { may_query: true, addresses: HOME },
        after: { may_query: false, addresses: elsewhere },
      });
    });

    it('by an edit that keeps addresses and expiry unless it contains them', async () => {
      const ends_at = addHours(at.world.clock.now(), 24).toISOString();
      const { id } = await at.owner.add({ name: 'Shop', addresses: HOME, ends_at });
      expect((await at.owner.change(id, { name: 'Web shop', may_query: true })).status).toBe(200);
      expect(await rows()).toMatchObject([{ name: 'Web shop', addresses: HOME, ends_at: new Date(ends_at) }]);
      expect(
        (await at.owner.change(id, { name: 'Web shop', may_query: true, addresses: null, ends_at: null })).status,
      ).toBe(200);
      expect(await rows()).toMatchObject([{ addresses: '', ends_at: null, end_reason: null }]);
    });

    it('not by an edit that changes nothing, of which nobody is notified', async () => {
      const ends_at = addHours(at.world.clock.now(), 24).toISOString();
      const values = { name: 'Shop', may_query: true, may_pay: true, addresses: HOME, ends_at };
      const { id } = await at.owner.add({ ...values, per_call_limit: '1000', per_day_limit: '10000' });
      const [before] = await rows();
      const entries = () =>
        entriesOf(at.world.db.kysely, at.world.ofMerchant, 'signing_keys', id).selectAll().execute();
      const notified = () => at.world.db.kysely.selectFrom('notifications').selectAll().execute();
      const counts = [(await entries()).length, (await notified()).length];
      expect((await at.owner.change(id, values)).status).toBe(200);
      expect(await rows()).toEqual([before]);
      expect([(await entries()).length, (await notified()).length]).toEqual(counts);
    });

    it('by an edit to the old terms, which withdraws a change that waits', async () => {
      const values = { name: 'Shop', may_query: true, may_pay: true, addresses: '' };
      const { id } = await at.owner.add({ ...values, per_call_limit: '1000', per_day_limit: '10000' });
      expect((await at.owner.change(id, { ...values, per_call_limit: '99999999999', per_day_limit: '99999999999' })).waits).toBe(true); // prettier-ignore
      expect((await at.owner.change(id, { ...values, per_call_limit: '1000', per_day_limit: '10000' })).status).toBe(200); // prettier-ignore
      expect(await rows()).toMatchObject([{ proposal: null, per_call_limit: 1000n, revision: 3 }]);
    });

    it('by a successor with the same terms, after a grace period', async () => {
      const ends_at = addHours(at.world.clock.now(), 24 * 30).toISOString();
      const old = await at.owner.add({ name: 'Shop', may_collect: true, addresses: HOME, ends_at });
      const next = await at.owner.replace(old.id, { grace_hours: 2 });
      expect(next.key).not.toBe(old.key);
      expect(await at.owner.replace(old.id, { grace_hours: 2 })).toMatchObject({
        status: 409,
        error: 'signing_key_over',
      });
      expect(outcome(await at.world.callFrom(HOME, 'collect', old.key))).toEqual(THROUGH);
      expect(outcome(await at.world.callFrom(HOME, 'collect', next.key))).toEqual(THROUGH);
      expect((await at.owner.list()).map(({ name, status }) => [name, status])).toEqual([
        ['Shop', 'active'],
        ['Shop', 'ending'],
        ['Default key', 'active'],
      ]);
      expect((await rows()).at(-1)).toMatchObject({
        name: 'Shop',
        addresses: HOME,
        ends_at: new Date(ends_at),
        end_reason: 'expired',
      });
      at.world.clock.advance(2 * 3600);
      expect(outcome(await at.world.callFrom(HOME, 'collect', old.key))).toEqual(UNSIGNED);
      expect(outcome(await at.world.callFrom(HOME, 'collect', next.key))).toEqual(THROUGH);
    });

    it('immediately without a grace period, which is no longer than the platform allows', async () => {
      const old = await at.owner.add({ name: 'Shop', may_collect: true });
      expect(await at.owner.replace(old.id, { grace_hours: 49 })).toMatchObject({
        status: 422,
        errors: { grace_hours: expect.stringContaining('48') },
      });
      const next = await at.owner.replace(old.id, { grace_hours: 0 });
      expect(outcome(await at.world.callFrom(HOME, 'collect', old.key))).toEqual(UNSIGNED);
      expect(outcome(await at.world.callFrom(HOME, 'collect', next.key))).toEqual(THROUGH);
    });

    it('by being revoked, once, and not by another merchant', async () => {
      const { id, key } = await at.owner.add({ name: 'Shop', may_collect: true });
      expect(await (await at.as('tokyo')).revoke(id)).toMatchObject({ status: 404 });
      expect(await (await at.as('viewer')).revoke(id)).toMatchObject({ status: 403 });
      expect(await at.owner.revoke(id)).toMatchObject({ status: 200 });
      expect(outcome(await at.world.callFrom(HOME, 'collect', key))).toEqual(UNSIGNED);
      expect(await at.owner.revoke(id)).toMatchObject({ status: 409, error: 'signing_key_over' });
      expect(await at.owner.change(id, { name: 'Shop', may_query: true })).toMatchObject({ status: 409 });
    });

    it('by their expiry, and deleted a month later', async () => {
      const ends_at = addHours(at.world.clock.now(), 1).toISOString();
      const { key } = await at.owner.add({ name: 'Shop', may_collect: true, ends_at });
      expect(outcome(await at.world.callFrom(HOME, 'collect', key))).toEqual(THROUGH);
      at.world.clock.advance(3600);
      expect(outcome(await at.world.callFrom(HOME, 'collect', key))).toEqual(UNSIGNED);
      await forgetOldKeys(at.world.db, at.world.clock.now());
      expect(await rows()).toHaveLength(1);
      await forgetOldKeys(at.world.db, addHours(at.world.clock.now(), 24 * 31));
      expect(await rows()).toEqual([]);
    });

    it('with a notification to the other users with the permission', async () => {
      const { kysely } = at.world.db;
      const idOf = async (username: string) =>
        (await kysely.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()).id;
      const role = kysely
        .selectFrom('roles')
        .where('merchant_id', '=', at.world.ofMerchant)
        .where('is_owner', '=', true);
      const { id: role_id } = await role.select('id').executeTakeFirstOrThrow();
      const user_id = await idOf('viewer');
      await kysely.insertInto('user_roles').values({ merchant_id: at.world.ofMerchant, user_id, role_id }).execute();
      await kysely.deleteFrom('notifications').where('kind', '=', 'key_changed').execute();
      await at.owner.add({ name: 'Shop', may_collect: true });
      const told = await kysely
        .selectFrom('notifications')
        .where('kind', '=', 'key_changed')
        .select('user_id')
        .execute();
      await kysely.deleteFrom('user_roles').where('user_id', '=', user_id).where('role_id', '=', role_id).execute();
      expect(told).toEqual([{ user_id }]);
    });
  });

  it('never exceeding their limit, even in concurrent calls', async () => {
    const service = createSigningKeys({
      clock: at.world.clock,
      cipher: at.world.cipher,
      maxGraceHours: 48,
      newestVersion: NEWEST_VERSION,
    });
    const { id: userId } = await at.world.db.kysely
      .selectFrom('users')
      .where('username', '=', 'demo')
      .select('id')
      .executeTakeFirstOrThrow();
    const permissions = new Set<string>();
    const actor = { merchantId: at.world.ofMerchant, userId, ip: HOME, userAgent: null, permissions };
    for (let made = 0; made < MOST_KEYS - 2; made += 1) {
      await at.world.write({ name: `Key ${made}`, created_at: subHours(at.world.clock.now(), 2) });
    }
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, place) =>
        at.world.db.transaction((tx) => service.add(tx, actor, { name: `New ${place}`, may_query: true })),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await rows()).toHaveLength(MOST_KEYS);
  });
});
