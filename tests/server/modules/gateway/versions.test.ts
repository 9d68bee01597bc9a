import { describe, expect, it } from 'vitest';
import { GATEWAY_VERSIONS } from '#shared/gateway/versions.ts';
import { answerIn, type GatewayVersion, VERSIONS, versionOf } from '#server/modules/gateway/versions.ts';
import { MERCHANT, type Parameters, refusalOf } from './gatewayWorld.ts';
import { openedSigningKeys } from '../signingKeys/signingKeysWorld.ts';

const [FIRST] = GATEWAY_VERSIONS;

/** Versions of the future: the second has renamed a field that the first one had, and the third has removed one. */
const LATER: readonly GatewayVersion[] = [
  { name: FIRST },
  { name: '2031-02-03', toEarlier: { query: ({ amount, ...data }) => ({ ...data, total: amount }) } },
  { name: '2031-05-06', toEarlier: { query: (data) => ({ ...data, amount: `${String(data['amount'])} minor` }) } },
];

describe('the versions of responses', () => {
  it('are dates, oldest first', () => {
    const names = VERSIONS.map(({ name }) => name);
    expect(names).toEqual(names.filter((name) => /^20\d{2}-\d{2}-\d{2}$/.test(name)).toSorted());
    expect(new Set(names).size).toBe(names.length);
    expect(VERSIONS[0]?.toEarlier).toBeUndefined();
  });

  it('turn an answer into an earlier one step by step', () => {
    const asked = (version: string) => answerIn(version, LATER, 'query', { amount: '5', fee: '1' });
    expect(asked('2031-05-06')).toEqual({ amount: '5', fee: '1' });
    expect(asked('2031-02-03')).toEqual({ amount: '5 minor', fee: '1' });
    expect(asked(FIRST)).toEqual({ total: '5 minor', fee: '1' });
    expect(answerIn(FIRST, LATER, 'collect', { amount: '5' })).toEqual({ amount: '5' });
  });

  it('are named by the header or the key', () => {
    expect(versionOf(undefined, FIRST, LATER)).toBe(FIRST);
    expect(versionOf('2031-02-03', FIRST, LATER)).toBe('2031-02-03');
    for (const header of ['2031-2-3', '1', 'newest', ['2031-02-03', FIRST]]) {
      expect(() => versionOf(header, FIRST, LATER)).toThrow('gateway_version');
    }
  });
});

describe('the version of a key', () => {
  const at = openedSigningKeys({ gatewayVersions: LATER });

  async function query(key: string, { version, language = 'en' }: { version?: string; language?: string } = {}) {
    const call: Parameters = { ...at.world.common(MERCHANT), type: 'collect', merchant_order_no: 'V-1' };
    const answer = await at.world.app.inject({
      method: 'POST',
      url: '/gateway/query',
      payload: at.world.signed(call, key),
      headers: { 'accept-language': language, ...(version !== undefined && { 'gateway-version': version }) },
    });
    const { code, msg, data } = answer.json<{ code: number; msg: string; data: Record<string, unknown> }>();
    return { status: answer.statusCode, code, msg, data, used: answer.headers['gateway-version'] };
  }

  it('is that of its creation, unless a call names another one', async () => {
    await at.world.ask('collect', { merchant_order_no: 'V-1', channel: 'cn_qr_yun', amount: '12300' });
    const old = await at.world.write({});
    const first = await query(old.key);
    expect(first).toMatchObject({ status: 200, used: FIRST, data: { total: '12300 minor' } });
    expect(first.data).not.toHaveProperty('amount');
    expect(await query(old.key, { version: '2031-02-03' })).toMatchObject({
      used: '2031-02-03',
      data: { amount: '12300 minor' },
    });
    const made = await at.owner.add({ name: 'New' });
    expect(await query(made.key)).toMatchObject({ used: '2031-05-06', data: { amount: '12300' } });
    expect((await at.owner.list()).find(({ id }) => id === made.id)).toMatchObject({ gateway_version: '2031-05-06' });
    const next = await at.owner.replace(old.id);
    expect(await query(next.key)).toMatchObject({ used: FIRST, data: { total: '12300 minor' } });
  });

  it('that a call names must exist; the answer names those that do, and nothing is done', async () => {
    const key = await at.world.keyOf(MERCHANT);
    const order = { merchant_order_no: 'V-2', channel: 'cn_qr_yun', amount: '12300' };
    const answer = await at.world.app.inject({
      method: 'POST',
      url: '/gateway/collect',
      payload: at.world.signed({ ...at.world.common(MERCHANT), ...order }, key),
      headers: { 'gateway-version': '2026-11-29' },
    });
    expect(answer.json()).toMatchObject({ code: 40_000, data: { error: 'gateway_version' } });
    expect(answer.headers).not.toHaveProperty('gateway-version');
    expect((await at.world.ask('query', { type: 'collect', merchant_order_no: 'V-2' })).status).toBe(404);
    for (const language of ['en', 'zh', 'es', 'ja']) {
      const refused = await query(key, { version: 'soon', language });
      expect(refusalOf(refused)).toEqual({ status: 400, error: 'gateway_version' });
      expect(refused.msg).toContain('soon');
      expect(refused.msg).toContain(`${FIRST}, 2031-02-03, 2031-05-06`);
    }
  });

  it('is set by users who may change the key, with password and code', async () => {
    const { id, key } = await at.world.write({});
    expect(await at.owner.act(`/${id}/set_version`, { gateway_version: '2031-05-06' })).toMatchObject({ status: 422 });
    expect(await (await at.as('viewer')).setVersion(id, '2031-05-06')).toMatchObject({ status: 403 });
    const unknown = await at.owner.setVersion(id, '2026-11-29');
    expect(unknown.errors['gateway_version']).toContain(`${FIRST}, 2031-02-03, 2031-05-06`);
    expect(await query(key)).toMatchObject({ used: FIRST });
    expect(await at.owner.setVersion(id, '2031-05-06')).toMatchObject({ status: 200 });
    expect(await query(key)).toMatchObject({ used: '2031-05-06', data: { amount: '12300' } });
    expect(await at.owner.setVersion(id, FIRST)).toMatchObject({ status: 200 });
    expect(await query(key)).toMatchObject({ used: FIRST });
    const changed = await at.world.db.kysely
      .selectFrom('audit_logs')
      .where('action', '=', 'signing_keys.set_version')
      .where('record_id', '=', id)
      .select('after')
      .orderBy('at')
      .execute();
    expect(changed).toEqual([{ after: { gateway_version: '2031-05-06' } }, { after: { gateway_version: FIRST } }]);
    await at.owner.revoke(id);
    expect(await at.owner.setVersion(id, '2031-05-06')).toMatchObject({ status: 409, error: 'key_over' });
  });

  it('can be set of the default key too', async () => {
    const usual = (await at.owner.list()).find(({ is_default }) => is_default);
    expect(usual).toMatchObject({ gateway_version: FIRST, has_versions: true });
    expect(await at.owner.setVersion(usual?.id ?? '', '2031-02-03')).toMatchObject({ status: 200 });
    expect(await query(await at.world.keyOf(MERCHANT))).toMatchObject({ used: '2031-02-03' });
    expect(await at.owner.setVersion(usual?.id ?? '', FIRST)).toMatchObject({ status: 200 });
  });
});
