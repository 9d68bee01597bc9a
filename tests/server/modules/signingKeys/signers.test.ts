import { addHours } from 'date-fns/addHours';
import { subHours } from 'date-fns/subHours';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sign, SIGN_TYPES } from '#shared/gateway/sign.ts';
import { createSigners } from '#server/modules/signingKeys/service.ts';
import { signature } from '#server/crypto/signature.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { MERCHANT, OTHER } from '../gateway/gatewayWorld.ts';
import { HOME, openedSigningKeys, outcome, THROUGH, UNSIGNED } from './signingKeysWorld.ts';

describe('calls signed with one of several keys', () => {
  const at = openedSigningKeys();

  it('are accepted according to the key’s scopes, addresses and expiry, whatever other keys exist', async () => {
    const ADDRESSES = ['', HOME, '203.0.113.0/24', '198.51.100.1\n2001:db8::/32'];
    const keys = fc.array(
      fc.record({
        may_collect: fc.boolean(),
        may_pay: fc.boolean(),
        may_query: fc.boolean(),
        may_list: fc.boolean(),
        addresses: fc.constantFrom(...ADDRESSES),
        end: fc.constantFrom(null, -1, 1),
        end_reason: fc.constantFrom('expired' as const, 'replaced' as const, 'revoked' as const),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const FROM = {
      [HOME]: ADDRESSES.slice(0, 3),
      '203.0.113.9': ['', '203.0.113.0/24'],
      '2001:db8::5': ['', ADDRESSES[3]],
    };
    const SCOPES = {
      collect: 'may_collect',
      payout: 'may_pay',
      refund: 'may_pay',
      query: 'may_query',
      list: 'may_list',
    } as const;
    const CALLS = ['collect', 'payout', 'refund', 'query', 'list'] as const;
    await fc.assert(
      fc.asyncProperty(
        keys,
        fc.constantFrom(...CALLS),
        fc.constantFrom(HOME, '203.0.113.9', '2001:db8::5'),
        fc.boolean(),
        async (drawn, call, ip, namesKey) => {
          await at.world.db.kysely.deleteFrom('signing_keys').execute();
          const now = at.world.clock.now();
          for (const { end, end_reason, ...terms } of drawn) {
            const ends_at = end && addHours(now, end);
            const { id, key } = await at.world.write({
              ...terms,
              ends_at,
              end_reason: end === null ? null : end_reason,
            });
            const given = await at.world.callFrom(ip, call, key, namesKey ? { key_id: id } : {});
            const isFrom = FROM[ip]?.includes(terms.addresses);
            const refused = isFrom ? 'key_scope' : 'key_address';
            const expected =
              end === -1 ? UNSIGNED : isFrom && terms[SCOPES[call]] ? THROUGH : { status: 403, error: refused };
            expect(outcome(given)).toEqual(expected);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are rejected with another merchant’s key, and under another key’s ID', async () => {
    const theirs = await at.world.write({}, await at.world.merchantId(OTHER));
    const [first, second] = [await at.world.write({}), await at.world.write({})];
    expect(outcome(await at.world.callFrom(HOME, 'query', theirs.key))).toEqual(UNSIGNED);
    expect(outcome(await at.world.callFrom(HOME, 'query', theirs.key, { key_id: theirs.id }))).toEqual(UNSIGNED);
    expect(outcome(await at.world.callFrom(HOME, 'query', first.key, { key_id: second.id }))).toEqual(UNSIGNED);
    expect(outcome(await at.world.callFrom(HOME, 'query', first.key, { key_id: first.id }))).toEqual(THROUGH);
  });

  it('are accepted with the default key, also under its ID', async () => {
    const key = await at.world.keyOf(MERCHANT);
    const [{ id } = { id: '' }] = await at.owner.list();
    expect(outcome(await at.world.callFrom(HOME, 'payout', key))).toEqual(THROUGH);
    expect(outcome(await at.world.callFrom(HOME, 'payout', key, { key_id: id }))).toEqual(THROUGH);
  });

  it("update the key’s last use unless they are rejected; rejected calls don't use up a nonce either", async () => {
    const { id, key } = await at.world.write({ may_pay: false, addresses: HOME });
    const used = async () => (await at.owner.list()).find((one) => one.id === id);
    const before = await at.world.db.kysely.selectFrom('gateway_nonces').selectAll().execute();
    await at.world.callFrom(HOME, 'payout', key);
    await at.world.callFrom('198.51.100.1', 'query', key);
    expect(await used()).toMatchObject({ last_used_at: null, last_used_ip: null });
    expect(await at.world.db.kysely.selectFrom('gateway_nonces').selectAll().execute()).toEqual(before);
    await at.world.callFrom(HOME, 'query', key);
    expect(await used()).toMatchObject({ last_used_at: at.world.clock.now().toISOString(), last_used_ip: HOME });
  });

  it('that are rejected have a reason in the log, in the reader’s language', async () => {
    const limited = await at.world.write({ name: 'Shop', may_pay: false, addresses: HOME });
    const ended = { ends_at: subHours(at.world.clock.now(), 1), end_reason: 'expired' as const };
    const expired = await at.world.write({ name: 'Old shop', ...ended });
    const call = (ip: string, name: string, key: string, merchant_order_no: string, more = {}) =>
      at.world.callFrom(ip, name, key, { merchant_order_no, ...more });
    expect(await call(HOME, 'payout', limited.key, 'KEY-1')).toMatchObject({
      msg: 'The key Shop isn’t allowed to sign calls to payout.',
    });
    await call('198.51.100.1', 'payout', limited.key, 'KEY-2');
    expect(await call(HOME, 'query', expired.key, 'KEY-3')).toMatchObject({
      ...UNSIGNED,
      msg: 'Incorrect merchant number or signature.',
    });
    await call(HOME, 'query', 'f'.repeat(32), 'KEY-4', { key_id: limited.id });
    const { login_token: token } = await at.world.signIn('demo');
    async function reasonOf(number: string, language: string) {
      const search = new URLSearchParams({ filter: JSON.stringify({ q: number }), range: '[0,9]' });
      const headers = { 'accept-language': language };
      const answer = await at.world.call({ url: `/prod-api/api-calls?${search}`, token, headers });
      return answer.json<{ data: { reason: string }[] }>().data[0]?.reason;
    }
    await expect
      .poll(() => reasonOf('KEY-4', 'en'))
      .toBe('key_id: No key of yours has this ID, or the signature isn’t this key’s.');
    expect(await reasonOf('KEY-1', 'en')).toBe('The key Shop isn’t allowed to sign calls to payout.');
    expect(await reasonOf('KEY-2', 'en')).toBe('The key Shop isn’t allowed from the address 198.51.100.1.');
    const tail = expired.key.slice(-4);
    expect(await reasonOf('KEY-3', 'en')).toBe(
      `sign: Signed with the key Old shop (ending in ${tail}), which has expired.`,
    );
    expect(await reasonOf('KEY-3', 'zh')).toContain('已过期');
  });

  describe('and MD5', () => {
    const md5 = (key: string) => at.world.callFrom(HOME, 'query', key, {}, 'MD5');
    const hmac = (key: string) => at.world.callFrom(HOME, 'query', key);
    const refuse = (refuse_md5: boolean, type: 'merchant' | 'platform') =>
      at.world.db.kysely
        .updateTable('merchants')
        .set({ refuse_md5 })
        .where('type', '=', type)
        .where('merchant_id', 'in', [at.world.ofMerchant, PLATFORM_ID])
        .execute();
    const REFUSED = { status: 403, error: 'md5_refused' };

    it('are rejected if the key is for HMAC-SHA256 only, as new ones are', async () => {
      const [strict, lax] = [await at.world.write({ sign_types: 'hmac' }), await at.world.write({ sign_types: 'any' })];
      expect(outcome(await md5(strict.key))).toEqual({ status: 403, error: 'key_sign_type' });
      expect(outcome(await hmac(strict.key))).toEqual(THROUGH);
      expect(outcome(await md5(lax.key))).toEqual(THROUGH);
      const made = await at.owner.add({ name: 'Shop' });
      expect(outcome(await md5(made.key))).toEqual({ status: 403, error: 'key_sign_type' });
      expect(await at.owner.change(made.id, { name: 'Shop', may_query: true, sign_types: 'any' })).toMatchObject({ status: 200 }); // prettier-ignore
      expect(outcome(await md5(made.key))).toEqual(THROUGH);
      // A change that leaves the types out keeps them.
      await at.owner.change(made.id, { name: 'Shop 2', may_query: true });
      expect(outcome(await md5(made.key))).toEqual(THROUGH);
    });

    it.each(['merchant', 'platform'] as const)('are rejected with any key if the %s refuses MD5', async (type) => {
      const lax = await at.world.write({});
      const keys = [lax.key, await at.world.keyOf(MERCHANT)];
      for (const key of keys) expect(outcome(await md5(key))).toEqual(THROUGH);
      await refuse(true, type);
      for (const key of keys) expect(outcome(await md5(key))).toEqual(REFUSED);
      for (const key of keys) expect(outcome(await hmac(key))).toEqual(THROUGH);
      // Without a working key, nobody learns it.
      expect(outcome(await md5('f'.repeat(32)))).toEqual(UNSIGNED);
      await refuse(false, type);
    });

    it('are logged with the reason', async () => {
      const strict = await at.world.write({ name: 'Strict', sign_types: 'hmac' });
      await at.world.callFrom(HOME, 'query', strict.key, { merchant_order_no: 'MD5-1' }, 'MD5');
      const logged = at.world.db.kysely.selectFrom('api_calls').where('order_no', '=', 'MD5-1');
      await expect
        .poll(() => logged.select(['error', 'refusal']).execute())
        .toMatchObject([{ error: 'key_sign_type', refusal: { args: { key: 'Strict' } } }]);
    });
  });

  it('have the signature that the shared code computes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.constantFrom(...SIGN_TYPES), (base, key, type) => {
        expect(signature(base, key, type)).toBe(sign(base, key, type));
      }),
    );
  });

  it('update the last use at most once a minute', async () => {
    const signers = createSigners(at.world);
    const [key] = await signers.signersOf(at.world.ofMerchant);
    if (!key) throw new Error('the merchant has a default key');
    const start = at.world.clock.now();
    const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
    const use = (time: Date) => signers.noteUse(at.world.ofMerchant, key, { at: time, ip: HOME });
    const lastUse = async () => (await at.owner.list())[0]?.last_used_at;
    await use(start);
    await use(later(59));
    expect(await lastUse()).toBe(start.toISOString());
    await use(later(60));
    expect(await lastUse()).toBe(later(60).toISOString());
  });
});
