import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { suppliers } from '#tests/support/suppliers.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { NAUGHTY, ODD } from './naughtyStrings.ts';
import { OTHER_CALLS, TEXT_FORMS, type TextForm } from './textForms.ts';

/** `npm run test:security` sends every text to every field. Otherwise each text is sent to one field. */
const ALL = process.env['SECURITY_ALL'] === '1';
const FIELDS = Object.entries(TEXT_FORMS).flatMap(([call, { texts }]) => texts.map((field) => ({ call, field })));
const timeout = ALL ? 900_000 : 60_000;

const propertySchema = z.looseObject({ type: z.unknown().optional(), anyOf: z.array(z.unknown()).optional() });
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z
          .object({
            content: z.record(
              z.string(),
              z.object({ schema: z.object({ properties: z.record(z.string(), propertySchema).default({}) }) }),
            ),
          })
          .optional(),
      }),
    ),
  ),
});
const answerSchema = z.object({
  code: z.int(),
  msg: z.string(),
  data: z.looseObject({ errors: z.record(z.string(), z.string()).optional() }).nullable(),
});
const rowsSchema = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

describe('a text that is known to break programs', () => {
  let world: World;
  const tokens = new Map<string, string>();
  const ids = new Map<string, string>();
  let calls = 0;
  beforeAll(async () => {
    const roomy = suppliers.fields.map((field) => ('maxLength' in field ? { ...field, maxLength: 500 } : field));
    const declared = { ...suppliers, fields: roomy };
    world = await startWorld(USUAL_DATABASE, { orders: 60, resources: { suppliers: declared } });
    for (const user of ['demo', 'operator']) tokens.set(user, (await world.signIn(user)).login_token);
    const { db } = world;
    await db.kysely
      .updateTable('wallets')
      .set({ available: 10n ** 15n })
      .execute();
    await send('demo', 'POST', '/suppliers', TEXT_FORMS['POST /suppliers']?.body(0) ?? {});
    for (const [call, { as }] of Object.entries(TEXT_FORMS)) {
      const path = /^\/([\w-]+)\/\{id\}/.exec(call.split(' ')[1] ?? '')?.[1];
      if (path !== undefined) ids.set(path, await firstOf(as, path));
    }
    const whole = (await rows('demo', 'orders')).find(
      ({ status, refunded_amount: back, refund_open_amount: open }) =>
        status === 'success' && back === '0' && open === '0',
    );
    ids.set('orders', whole?.id ?? '');
    ids.set('currency of merchants', String((await rows('operator', 'merchants')).at(-1)?.['currency']));
    const cards = await rows('demo', 'bankcards');
    ids.set('bankcards', cards.find(({ status }) => status === 'disabled')?.id ?? '');
    const now = world.clock.now().toISOString();
    ids.set(
      'usable card',
      cards.find(({ status, usable_at: at }) => status === 'enabled' && String(at) < now)?.id ?? '',
    );
    for (const type of ['deposit', 'payout']) {
      ids.set(`${type} channel`, (await rows('demo', 'channels')).find((one) => one['type'] === type)?.id ?? '');
    }
  });
  afterAll(() => world.close());

  async function send(as: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
    const headers = { 'idempotency-key': randomUUID() };
    const token = tokens.get(as) ?? '';
    const answer = await world.call({ method, url: `/prod-api${path}`, token, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, json: answer.json<unknown>() };
  }
  const rows = async (as: string, path: string) =>
    rowsSchema.parse((await send(as, 'GET', `/${path}?range=[0,99]`)).json).data;
  /** The newest record. For roles and users, not the owner's own. */
  const firstOf = async (as: string, path: string) => (await rows(as, path)).at(-1)?.id ?? '';

  async function filledIn(body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const { data } = answerSchema.parse((await send('demo', 'GET', '/base-info/get')).json);
    const fill = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(fill);
      const name = typeof value === 'string' ? /^\{(.*)\}$/.exec(value)?.[1] : undefined;
      return name === undefined ? value : name.startsWith('revision') ? data?.['revision'] : (ids.get(name) ?? value);
    };
    return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, fill(value)]));
  }

  /** The fault of the response to a text in a field, or null if it has none. */
  async function faultOf(call: string, { as, body, found }: TextForm, field: string, text: string) {
    calls += 1;
    const [method, path = ''] = call.split(' ');
    const id = ids.get(path.split('/')[1] ?? '') ?? '';
    if (call === 'POST /suppliers/{id}/disable') await send('demo', 'POST', '/suppliers/enable', { ids: [id] });
    const sent = { ...(await filledIn(body(calls))), [field]: text };
    const { status, json } = await send(as, z.enum(['POST', 'PUT']).parse(method), path.replace('{id}', id), sent);
    const { data } = answerSchema.parse(json);
    const told = { call, field, text, status };
    if (status >= 300) {
      const errors = Object.keys(data?.errors ?? {});
      return status === 422 && errors.join() === field ? null : { ...told, errors };
    }
    const kept = text.trim() || null;
    const read = found ? rowsSchema.parse((await send(as, 'GET', found(calls))).json).data[0] : data;
    // An invitation returns only its link.
    return !read || !(field in read) || read[field] === kept ? null : { ...told, kept: read[field] };
  }

  async function faultsOf(call: string, form: TextForm, field: string, texts: readonly string[]) {
    const faults: unknown[] = [];
    for (const text of texts) faults.push((await faultOf(call, form, field, text)) ?? []);
    return faults.flat();
  }

  it('is tried in every call that accepts texts', async () => {
    const { paths } = documentSchema.parse((await world.call({ url: '/prod-api/openapi.json' })).json());
    const withTexts = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const properties = requestBody?.content['application/json']?.schema.properties ?? {};
        const takesText = Object.values(properties).some((one) =>
          JSON.stringify([one.type, one.anyOf]).includes('"string"'),
        );
        return takesText ? [`${method.toUpperCase()} ${path}`] : [];
      }),
    );
    const known = [...Object.keys(TEXT_FORMS), ...Object.keys(OTHER_CALLS)];
    expect(withTexts.filter((call) => !known.includes(call))).toEqual([]);
    expect(known.filter((call) => !withTexts.includes(call))).toEqual([]);
  });

  describe.each(Object.entries(TEXT_FORMS))('%s', (call, form) => {
    it.each(form.texts)('%s: is stored unchanged, or rejected at that field', { timeout }, async (field) => {
      const place = FIELDS.findIndex((one) => one.call === call && one.field === field);
      const texts = ALL ? [...NAUGHTY, ...ODD] : [...share(NAUGHTY, place), ...share(ODD, place)];
      const plain = await faultsOf(call, form, field, [`Plain ${field}`]);
      expect(plain).toEqual([]);
      expect(await faultsOf(call, form, field, [...texts, '\u0000', 'a\ud800'])).toEqual([]);
    });
  });
});

/** Every n-th text, starting at another one for each field. */
function share(texts: readonly string[], place: number): string[] {
  return texts.filter((_text, at) => at % FIELDS.length === place % texts.length);
}
