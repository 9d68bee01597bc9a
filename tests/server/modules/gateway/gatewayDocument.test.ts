import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, refusalOf, type Answer, type GatewayWorld, type Parameters } from './gatewayWorld.ts';

const COLLECT = { merchant_order_no: 'D-1', channel: 'cn_qr_yun', amount: '12300' };

describe('gateway-openapi.json', () => {
  let world: GatewayWorld;
  let document: Record<string, unknown>;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE);
    document = (await world.call({ url: '/prod-api/gateway-openapi.json' })).json();
    ajv.addSchema({ $id: 'gateway', ...document });
  });
  afterAll(() => world.close());

  function errorsIn(value: unknown, ...place: string[]): unknown {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/');
    const validate = ajv.getSchema(`gateway#/${pointer}`);
    if (!validate) throw new Error(`there is no ${pointer}`);
    void validate(value);
    return validate.errors;
  }

  async function sent(call: string, parameters: Parameters): Promise<{ parameters: Parameters; answer: Answer }> {
    const all = world.signed({ ...world.common(MERCHANT), ...parameters }, await world.keyOf(MERCHANT));
    return { parameters: all, answer: await world.send(call, all) };
  }

  it('describes the calls as they are made and answered', async () => {
    for (const [call, parameters, status] of [
      ['collect', COLLECT, '201'],
      ['collect', COLLECT, '200'],
      ['query', { type: 'collect', merchant_order_no: 'D-1' }, '200'],
    ] as const) {
      const { parameters: asked, answer } = await sent(call, parameters);
      const { status: got, ...body } = answer;
      expect(String(got)).toBe(status);
      const post = ['paths', `/gateway/${call}`, 'post'];
      for (const type of ['application/json', 'application/x-www-form-urlencoded'])
        expect(errorsIn(asked, ...post, 'requestBody', 'content', type, 'schema')).toBeNull();
      expect(errorsIn(body, ...post, 'responses', status, 'content', 'application/json', 'schema')).toBeNull();
    }
  });

  it.each([
    ['amount', '0', 'invalid_format'],
    ['amount', '1.00', 'invalid_format'],
    ['merchant_order_no', 'a b', 'invalid_format'],
    ['merchant_order_no', 'x'.repeat(65), 'invalid_format'],
    ['subject', 'x'.repeat(129), 'too_long'],
    ['subject', 'two\nlines', 'invalid_format'],
    ['colour', 'red', 'unknown_field'],
  ])('rejects %s %j as the server does: %s', async (name, value, reason) => {
    const { parameters, answer } = await sent('collect', { ...COLLECT, [name]: value });
    expect(refusalOf(answer)).toEqual({ status: 422, error: 'validation', reasons: { [name]: reason } });
    const schema = ['requestBody', 'content', 'application/json', 'schema'];
    expect(errorsIn(parameters, 'paths', '/gateway/collect', 'post', ...schema)).toHaveLength(1);
  });

  it.each([
    ['timestamp', '1763697600', true],
    ['timestamp', '2025-11-21T04:00:00Z', true],
    ['timestamp', '176369760', false],
    ['timestamp', '2025-11-21T04:00:00', false],
    ['nonce', 'a'.repeat(8), true],
    ['nonce', 'a'.repeat(7), false],
    ['nonce', 'a blank in it', false],
  ])('says of %s %j that it is allowed: %s', (name, value, isAllowed) => {
    const call = { merchant_no: 'M1', timestamp: '1763697600', nonce: 'a'.repeat(8), sign: 'A', ...COLLECT };
    const place = ['paths', '/gateway/collect', 'post', 'requestBody', 'content', 'application/json', 'schema'];
    expect(errorsIn({ ...call, [name]: value }, ...place) === null).toBe(isAllowed);
  });

  it('lists the reasons of each call', () => {
    const post = z.object({
      post: z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
    });
    const { paths } = z.object({ paths: z.record(z.string(), post) }).parse(document);
    const told = (call: string, status: number) => paths[`/gateway/${call}`]?.post.responses[status]?.description;
    expect(told('collect', 422)).toContain('- `channel_not_connected` (channel): ');
    expect(told('payout', 422)).toContain('- `insufficient_balance` (amount): ');
    expect(told('query', 422)).not.toContain('channel');
    expect(told('collect', 404)).toBeUndefined();
  });
});

describe('what the gateway answers to common mistakes', () => {
  let world: GatewayWorld;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());

  it('names the parameters that differ in its data', async () => {
    expect((await world.ask('collect', COLLECT)).status).toBe(201);
    const { data } = await world.ask('collect', { ...COLLECT, amount: '12400', subject: 'Other' });
    expect(data).toMatchObject({ error: 'order_differs', parameters: ['amount', 'subject'] });
  });

  it('calls a missing type or timestamp required', async () => {
    const missing = await world.ask('query', { merchant_order_no: 'D-1' });
    expect(refusalOf(missing)).toEqual({ status: 422, error: 'validation', reasons: { type: 'required' } });
    const wrong = await world.ask('query', { type: 'refunds', merchant_order_no: 'D-1' });
    expect(refusalOf(wrong)).toMatchObject({ reasons: { type: 'invalid_format' } });
    const { timestamp: _, ...rest } = world.common(MERCHANT);
    expect(refusalOf(await world.send('query', world.signed(rest, 'a key')))).toMatchObject({
      reasons: { timestamp: 'required' },
    });
  });

  it('ignores unknown parameters without a value', async () => {
    expect((await world.ask('query', { type: 'collect', merchant_order_no: 'D-1', colour: '' })).status).toBe(200);
  });

  it('rejects a signature in lower case', async () => {
    const parameters = { ...world.common(MERCHANT), type: 'collect', merchant_order_no: 'D-1' };
    const { sign = '', ...signed } = world.signed(parameters, await world.keyOf(MERCHANT));
    const answer = await world.send('query', { ...signed, sign: sign.toLowerCase() });
    expect(refusalOf(answer)).toEqual({ status: 401, error: 'signature_invalid' });
  });

  it('has only POST calls', async () => {
    expect((await world.call({ url: '/gateway/collect' })).statusCode).toBe(404);
  });
});
