import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { suppliers } from '#tests/support/suppliers.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const jsonSchema = z.record(z.string(), z.unknown());
const contentSchema = z.record(z.string(), z.object({ schema: jsonSchema }));
const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: jsonSchema })),
        requestBody: z.object({ required: z.boolean(), content: contentSchema }).optional(),
        responses: z.record(z.string(), z.object({ content: contentSchema })),
      }),
    ),
  ),
});
type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** All objects within a value, including itself. */
function objectsIn(value: unknown): Json[] {
  if (!isJson(value)) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

describe('the API description of the calls', () => {
  let world: World;
  let document: Json;
  let paths: z.infer<typeof documentSchema>['paths'];
  let token: string;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 60, resources: { suppliers } });
    document = (await world.call({ url: '/prod-api/openapi.json' })).json();
    paths = documentSchema.parse(document).paths;
    token = (await world.signIn('demo')).login_token;
    ajv.addSchema({ $id: 'api', ...document });
  });
  afterAll(() => world.close());

  const operations = () =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
  const pointer = (...parts: string[]) =>
    parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const answerAt = (path: string, method: string, status: string) =>
    ajv.getSchema(
      `api#/${pointer('paths', path, method, 'responses', status, 'content', 'application/json', 'schema')}`,
    );
  const bodyOf = (path: string) =>
    z
      .object({ properties: z.record(z.string(), jsonSchema), required: z.array(z.string()).optional() })
      .parse(paths[path]?.['post']?.requestBody?.content['application/json']?.schema);

  function expectAnswerOf(path: string, method: string, status: string, answer: unknown): void {
    const validate = answerAt(path, method, status);
    if (!validate) throw new Error(`${method} ${path} has no answer ${status}`);
    const isDescribed = validate(answer);
    expect([path, isDescribed, validate.errors]).toEqual([path, true, null]);
  }

  it('has no dangling references', () => {
    const references = objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(references).toContain('#/components/schemas/login.answer.MenuEntry');
    const missing = references.filter((reference) => {
      if (!reference.startsWith('#/')) return true;
      const parts = reference.slice(2).split('/');
      return parts.reduce<unknown>((found, part) => (isJson(found) ? found[part] : undefined), document) === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('has valid patterns, and examples that match them', () => {
    let examples = 0;
    for (const schema of objectsIn(document)) {
      const { pattern, example } = schema;
      if (typeof pattern !== 'string') continue;
      const read = new RegExp(pattern, 'u');
      if (typeof example !== 'string') continue;
      examples += 1;
      expect([pattern, example, read.test(example)]).toEqual([pattern, example, true]);
    }
    expect(examples).toBeGreaterThan(10);
  });

  it.each([
    ['/withdrawals', ['1', '999999999999999999'], ['0', '-1', '01', ' 1', '1.0', '1e3', '1000000000000000000']],
    ['/withdrawals/quote', ['1', '999999999999999999'], ['0', '-1', '01', ' 1', '1000000000000000000']],
    ['/deposits', ['1'], ['0', '-1', '01']],
    ['/payment-requests', ['1'], ['0', '-1', '01']],
    ['/adjustments', ['-1', '1', '-999999999999999999'], ['0', '-01', '+1', '1000000000000000000']],
  ])('states which amounts POST %s accepts, and the server rejects all others', async (path, good, bad) => {
    const { pattern } = bodyOf(path).properties['amount'] ?? {};
    const read = new RegExp(String(pattern), 'u');
    expect(good.filter((amount) => !read.test(amount))).toEqual([]);
    expect(bad.filter((amount) => read.test(amount))).toEqual([]);
    expect(bodyOf(path).required).toContain('amount');
    const asker = path === '/adjustments' ? (await world.signIn('operator')).login_token : token;
    for (const amount of [...bad, 12_300]) {
      const { statusCode, body } = await world.call({
        method: 'POST',
        url: `/prod-api${path}`,
        token: asker,
        payload: { amount, pay_password: 'x' },
        headers: { 'idempotency-key': randomUUID() },
      });
      expect([amount, statusCode, body.includes('"amount":"')]).toEqual([amount, 422, true]);
      if (typeof amount === 'number') expect(body).toContain('Send the amount as a string');
      // In the same words by a quote and by its request.
      if (amount === '-1') expect(body).toContain('"amount":"Enter 1 or more."');
    }
  });

  it('declares Idempotency-Key for the calls that require it', async () => {
    const needing = operations().filter(({ parameters }) =>
      parameters.some(({ name, required }) => name === 'Idempotency-Key' && required),
    );
    const ids = needing.map(({ operationId }) => operationId);
    expect(ids).toEqual(
      expect.arrayContaining(['withdrawals.request', 'payment_requests.request', 'batch_transfers.submit']),
    );
    for (const { path, method, operationId } of operations()) {
      // These two end the token that the other calls are made with.
      if (method !== 'post' || operationId === 'logout' || operationId === 'enterTestMode') continue;
      const url = `/prod-api${path.replace(/\{[a-z_]+\}/g, randomUUID())}`;
      const { body } = await world.call({ method: 'POST', url, token, payload: {} });
      const isAsked = body.includes('"idempotency_key":');
      expect([operationId, isAsked && !ids.includes(operationId)]).toEqual([operationId, false]);
    }
  });

  it('matches the responses of the calls', async () => {
    let compared = 0;
    for (const { path, method, operationId, parameters, responses } of operations()) {
      const isPlain = method === 'get' && !path.includes('{') && operationId !== 'events';
      const json = responses['200']?.content['application/json'];
      if (!isPlain || !json || parameters.some(({ required }) => required)) continue;
      const answer = await world.call({ url: `/prod-api${path}`, token });
      expectAnswerOf(path, 'get', answer.statusCode === 200 ? '200' : 'default', answer.json());
      compared += answer.statusCode === 200 ? 1 : 0;
    }
    expect(compared).toBeGreaterThan(25);
    const quoted = await world.call({
      method: 'POST',
      url: '/prod-api/withdrawals/quote',
      token,
      payload: { amount: '100000' },
    });
    expect(quoted.statusCode).toBe(200);
    expectAnswerOf('/withdrawals/quote', 'post', '200', quoted.json());
    const refused = await world.call({
      method: 'POST',
      url: '/prod-api/withdrawals',
      token,
      payload: { amount: '1', pay_password: DEMO_PAY_PASSWORD },
    });
    expect(refused.statusCode).toBe(422);
    expectAnswerOf('/withdrawals', 'post', 'default', refused.json());
  });
});
