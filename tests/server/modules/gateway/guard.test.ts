import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SIGN_TYPES } from '#shared/gateway/sign.ts';
import { forgetExpiredNonces } from '#server/modules/gateway/guard.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, OTHER, refusalOf, type GatewayWorld, type Parameters } from './gatewayWorld.ts';

/** The response to a call that passed the guard: the call's own parameters are missing. */
const THROUGH = {
  status: 422,
  error: 'validation',
  reasons: { merchant_order_no: 'required', channel: 'required', amount: 'required' },
};
const UNSIGNED = { status: 401, error: 'signature_invalid' };

const ambiguousSchema = z.object({
  parameters: z.intersection(z.record(z.string(), z.string()), z.object({ sign_type: z.enum(SIGN_TYPES) })),
  name: z.string(),
  text: z.string(),
});

describe('the authentication of merchants’ servers', () => {
  let world: GatewayWorld;
  let key: string;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE, { gateway: { orderMinutes: 30, callsPerMinute: 40 } });
    key = await world.keyOf(MERCHANT);
  });
  afterAll(() => world.close());

  const call = async (change: Parameters = {}, merchantNo = MERCHANT) =>
    refusalOf(await world.send('collect', world.signed({ ...world.common(merchantNo), ...change }, key)));
  const nonces = () => world.db.kysely.selectFrom('gateway_nonces').selectAll().execute();

  it('accepts signed calls, as JSON or as a form, with either signature type', async () => {
    for (const form of [false, true]) {
      for (const type of ['MD5', 'HMAC-SHA256'] as const) {
        const signed = world.signed({ ...world.common(MERCHANT), subject: 'Tea & 茶=+%' }, key, type);
        expect(refusalOf(await world.send('collect', signed, form))).toEqual(THROUGH);
      }
    }
  });

  it('uses MD5 by default, and leaves out empty parameters', async () => {
    const { sign_type: _, ...signed } = world.signed({ ...world.common(MERCHANT) }, key, 'MD5');
    expect(refusalOf(await world.send('collect', signed))).toEqual(UNSIGNED);
    const { sign } = world.signed({ ...world.common(MERCHANT), subject: '' }, key, 'MD5');
    expect(sign).toMatch(/^[0-9A-F]{32}$/);
    expect(await call({ subject: '', payer_name: '' })).toEqual(THROUGH);
  });

  it('gives the same response to an unknown merchant, the platform, a wrong key, a changed parameter and a lower-case signature', async () => {
    const signed = world.signed(world.common(MERCHANT), key);
    const answers = [
      await call({}, 'M999999'),
      await call({}, 'P000001'),
      await call({}, OTHER),
      refusalOf(await world.send('collect', world.signed(world.common(MERCHANT), 'f'.repeat(32)))),
      refusalOf(await world.send('collect', { ...signed, amount: '1' })),
      refusalOf(await world.send('collect', { ...signed, sign: signed['sign']?.toLowerCase() ?? '' })),
      refusalOf(await world.send('collect', { ...signed, sign: 'é'.repeat(64) })),
    ];
    expect(answers).toEqual(answers.map(() => UNSIGNED));
  });

  it('gives the same response to a disabled merchant and to one below it', async () => {
    const { kysely } = world.db;
    const set = (status: 'active' | 'disabled') =>
      kysely.updateTable('merchants').set({ status }).where('merchant_no', '=', MERCHANT).execute();
    const { merchant_no: below } = await kysely
      .selectFrom('merchants')
      .where('parent_id', '=', await world.merchantId(MERCHANT))
      .where('status', '=', 'active')
      .select('merchant_no')
      .executeTakeFirstOrThrow();
    const ofBelow = await world.keyOf(below);
    const callBelow = async () => refusalOf(await world.send('collect', world.signed(world.common(below), ofBelow)));
    await set('disabled');
    expect([await call(), await callBelow()]).toEqual([UNSIGNED, UNSIGNED]);
    await set('active');
    expect([await call(), await callBelow()]).toEqual([THROUGH, THROUGH]);
  });

  it('accepts timestamps within five minutes of now, in seconds or ISO 8601', async () => {
    const now = world.clock.now().getTime();
    const seconds = (ms: number) => String(ms / 1000);
    for (const timestamp of [seconds(now - 300_000), seconds(now + 300_000), '2026-11-20T12:00:00+08:00']) {
      expect(Math.abs((/^\d+$/.test(timestamp) ? Number(timestamp) * 1000 : Date.parse(timestamp)) - now)).toBeLessThan(
        400_000,
      );
      expect(await call({ timestamp })).toEqual(THROUGH);
    }
    const off = { status: 422, error: 'validation', reasons: { timestamp: 'timestamp_off' } };
    expect(await call({ timestamp: seconds(now - 301_000) })).toEqual(off);
    expect(await call({ timestamp: seconds(now + 301_000) })).toEqual(off);
    expect(await call({ timestamp: String(now) })).toMatchObject({ reasons: { timestamp: 'invalid_format' } });
  });

  it('accepts a nonce once per merchant, also in concurrent calls, and deletes it when it can no longer be used', async () => {
    const signed = world.signed(world.common(MERCHANT), key);
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.send('collect', signed)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    expect(refusalOf(await world.send('collect', signed))).toEqual({ status: 409, error: 'nonce_used' });
    const theirs = world.signed({ ...signed, merchant_no: OTHER }, await world.keyOf(OTHER));
    expect(refusalOf(await world.send('collect', theirs))).toEqual(THROUGH);
    world.clock.advance(300);
    expect(refusalOf(await world.send('collect', signed))).toEqual({ status: 409, error: 'nonce_used' });
    await forgetExpiredNonces(world.db, world.clock.now());
    expect(await nonces()).not.toEqual([]);
    world.clock.advance(1_000);
    await forgetExpiredNonces(world.db, world.clock.now());
    expect(await nonces()).toEqual([]);
  });

  it("stores nothing about unsigned calls, and doesn't count them", async () => {
    const before = await nonces();
    for (let calls = 0; calls < 45; calls += 1) {
      await world.send('collect', { ...world.common(MERCHANT), sign: 'A'.repeat(32) });
    }
    expect(await nonces()).toEqual(before);
    expect(await call()).toEqual(THROUGH);
  });

  it('records the use of the key', async () => {
    await call();
    const merchant_id = await world.merchantId(MERCHANT);
    const { last_used_at } = await world.db.kysely
      .selectFrom('merchant_keys')
      .where('merchant_id', '=', merchant_id)
      .select('last_used_at')
      .executeTakeFirstOrThrow();
    expect(last_used_at).toEqual(world.clock.now());
  });

  it.each([
    ['', 'gateway_body.empty'],
    ['{"a":1,"a":2}', 'gateway_body.twice'],
    ['{"a":{"b":1}}', 'gateway_body.nested'],
    ['{"a":', 'gateway_body.json'],
    [`{"a":${'['.repeat(8_000)}`, /gateway_body/],
    ['[1]', 'gateway_body.no_object'],
    ['amount', 'gateway_body.no_value'],
    ['{"a":"\\ud800"}', 'gateway_body.encoding'],
    ['{"__proto__":{"a":1}}', 'gateway_body.nested'],
  ])('rejects unreadable input: %.20s', async (payload, error) => {
    const answer = await world.post('collect', payload);
    expect(answer).toMatchObject({ status: 400, data: { error: expect.stringMatching(error) } });
    expect(answer.msg).not.toMatch(/gateway_body|%\{/);
  });

  it.each([
    [Buffer.from('merchant_no=M100001&payee_name=Jos\xe9', 'latin1'), 'application/x-www-form-urlencoded'],
    [Buffer.from('{"payee_name":"Jos\xe9"}', 'latin1'), 'application/json'],
    ['{"payee_name":"Ana"}', 'application/json; charset=iso-8859-1'],
    ['payee_name=Ana', 'application/x-www-form-urlencoded;Charset="GBK"'],
  ])('rejects other encodings than UTF-8: %s as %s', async (payload, type) => {
    expect(await world.post('collect', payload, type)).toMatchObject({
      status: 400,
      data: { error: 'gateway_body.encoding' },
    });
  });

  it.each(['application/json;charset=UTF-8', 'application/json; charset="utf-8"; x=y'])('accepts %s', async (type) => {
    expect(refusalOf(await world.post('collect', '{"payee_name":"José"}', type))).toMatchObject({
      status: 422,
      error: 'validation',
    });
  });

  it('rejects values that contain the start of another parameter, whoever signed them, and says so in the log', async () => {
    const file = new URL('../../../../examples/gateway/ambiguous.json', import.meta.url);
    const vectors = z.array(ambiguousSchema).parse(JSON.parse(await readFile(file, 'utf8')));
    for (const { parameters, name, text } of vectors) {
      for (const form of [false, true]) {
        for (const signed of [world.signed(parameters, key, parameters.sign_type), { ...parameters, sign: 'A' }]) {
          const answer = await world.send('payout', signed, form);
          expect(answer).toMatchObject({ status: 400, data: { error: 'gateway_body.ambiguous' } });
          expect(answer.msg).toContain(`“${name}” contains “${text}”`);
        }
      }
    }
    const logged = () =>
      world.db.kysely
        .selectFrom('api_calls')
        .where('error', '=', 'gateway_body.ambiguous')
        .where('order_no', '=', 'T-5')
        .select('refusal')
        .execute();
    await expect.poll(logged).toHaveLength(4 * vectors.length);
    expect(await logged()).toContainEqual({
      refusal: expect.objectContaining({ args: expect.objectContaining({ name: 'remark', text: '&nonce=' }) }),
    });
  });

  it('rejects other media types, and larger bodies than any call needs', async () => {
    expect(await world.post('collect', '<a/>', 'text/xml')).toMatchObject({ data: { error: 'gateway_media_type' } });
    expect(await world.post('collect', JSON.stringify({ a: 'a'.repeat(9_000) }))).toMatchObject({ status: 413 });
  });

  it('names every missing or invalid parameter before it queries the database', async () => {
    const answer = await world.send('collect', { nonce: 'short', sign_type: 'SHA1' });
    expect(refusalOf(answer).reasons).toEqual({
      merchant_no: 'required',
      timestamp: 'required',
      sign: 'required',
      nonce: 'invalid_format',
      sign_type: 'invalid_format',
    });
  });

  it("limits a merchant's calls per minute, without affecting other merchants", async () => {
    const busy = async () => (await call()).status;
    let status = await busy();
    for (let calls = 0; status === 422 && calls < 50; calls += 1) status = await busy();
    expect(status).toBe(429);
    const theirs = world.signed(world.common(OTHER), await world.keyOf(OTHER));
    expect(refusalOf(await world.send('collect', theirs))).toEqual(THROUGH);
  });
});
