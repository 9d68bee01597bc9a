import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { NAUGHTY, ODD } from '../naughtyStrings.ts';
import type { Operation, Schema } from './operations.ts';

/** A serialised request, with a path below the API's base. */
export interface FuzzedRequest {
  operation: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Index of the session whose token is sent, or null for none. */
  session: number | null;
}

/** IDs of existing records, by the resource's path. */
export type KnownIds = ReadonlyMap<string, readonly string[]>;

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const SESSIONS = 1_000;

const oddText = fc.oneof(
  fc.constantFrom(...NAUGHTY, ...ODD),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom('x'.repeat(10_000), '9'.repeat(400), ' ', '0', '-1', '1e309', '../..', '0x10'),
);

/** A value of any type. */
const anything = fc.oneof(
  { weight: 6, arbitrary: oddText },
  { weight: 2, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger()) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, {}, [], [[]], 0, -1, 2 ** 53, 1e300) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.nat(200).map((depth) => nested(depth * 5)) },
);

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A generator of plausible values for a field of this name, or null if the name suggests none. */
function byName(name: string, ids: KnownIds): fc.Arbitrary<unknown> | null {
  if (name === 'pay_password' || name === 'old_pay_password') return fc.constant(DEMO_PAY_PASSWORD);
  if (name.includes('password')) return fc.constantFrom(DEMO_PASSWORD, 'copper kettle on the 7th shelf');
  if (name === 'revision') return fc.integer({ min: 1, max: 3 });
  if (name === 'card_number') return fc.constantFrom('6222020200112233445', '4111111111111111');
  if (/amount|fee|debit|arrival|threshold/.test(name)) return fc.integer({ min: 0, max: 1_000_000 }).map(String);
  if (/(^|_)ids?$/.test(name)) {
    const all = fc.constantFrom(...[...ids.values()].flat());
    return name.endsWith('ids') ? fc.array(all, { maxLength: 5 }) : all;
  }
  return null;
}

/** A value that mostly matches the schema. */
function fitting(name: string, schema: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  const named = byName(name, ids);
  if (named) return named;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(name, one, ids)));
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return anything;
  return fc.oneof(...types.map((type) => ofType(type, name, schema, ids)));
}

function ofType(type: string, name: string, schema: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? -10, -1e9), max: Math.min(schema.maximum ?? 1000, 1e9) });
    case 'array':
      return fc.array(fitting(name, schema.items ?? {}, ids), { maxLength: 6 });
    case 'object':
      return objectOf(schema, ids);
    default:
      if (schema.format === 'date')
        return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
      if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
      if (schema.format === 'uuid') return fc.uuid();
      return fc.oneof(fc.string({ maxLength: Math.min(schema.maxLength ?? 40, 40) }), oddText);
  }
}

/** Most properties match. Some are missing, some have arbitrary values, and some are unknown. */
function objectOf(schema: Schema, ids: KnownIds): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {}).map(([name, part]): [string, fc.Arbitrary<unknown>] => [
    name,
    fc.oneof({ weight: 12, arbitrary: fitting(name, part, ids) }, { weight: 1, arbitrary: anything }),
  ]);
  const record: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
    { weight: 3, arbitrary: fc.record(Object.fromEntries(properties)) },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(properties), { requiredKeys: [] }) },
  );
  const extra = fc.dictionary(fc.oneof(oddText, fc.constantFrom('id', '__proto__', 'constructor')), anything, {
    maxKeys: 2,
  });
  return fc.oneof(
    { weight: 15, arbitrary: record },
    { weight: 1, arbitrary: fc.tuple(record, extra).map(([one, other]) => ({ ...one, ...other })) },
  );
}

function bodyOf({ body }: Operation, ids: KnownIds): fc.Arbitrary<Buffer | null> {
  if (body === null)
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(null) },
      oddText.map((text) => Buffer.from(text)),
    );
  if (body === 'bytes')
    return fc.oneof(fc.uint8Array({ maxLength: 200 }), sheetText).map((bytes) => Buffer.from(bytes));
  const text = objectOf(body, ids).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 30, arbitrary: text.map((json) => Buffer.from(json)) },
    { weight: 2, arbitrary: anything.map((value) => Buffer.from(JSON.stringify(value) ?? '')) },
    { weight: 1, arbitrary: fc.tuple(text, fc.nat(100)).map(([json, at]) => Buffer.from(json.slice(0, at))) },
    { weight: 1, arbitrary: text.map((json) => Buffer.from(json, 'utf16le')) },
    { weight: 1, arbitrary: text.map((json) => gzipSync(json)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)) },
  );
}

/** A file of payments, mostly valid. */
const sheetText = fc
  .array(
    fc.array(fc.oneof(oddText, fc.constantFrom('Bo', '6222020200112233445', 'First Bank', '100')), { maxLength: 6 }),
    {
      maxLength: 5,
    },
  )
  .map((rows) => Buffer.from(['Payee,Account,Bank,Amount', ...rows.map((row) => row.join(','))].join('\n')));

function queryOf({ query, fields }: Operation, ids: KnownIds): fc.Arbitrary<string> {
  const names = fields.length > 0 ? fc.constantFrom(...fields, 'id', 'q') : fc.constantFrom('id', 'q');
  const suffix = fc.constantFrom('', '_gte', '_lte', '_like', '_neq', '_gt', '_lt', '_in');
  const key = fc.tuple(names, suffix).map((parts) => parts.join(''));
  const json: Record<string, fc.Arbitrary<unknown>> = {
    filter: fc.dictionary(key, fc.oneof(anything, fc.array(oddText, { maxLength: 3 })), { maxKeys: 3 }),
    sort: fc.tuple(names, fc.constantFrom('ASC', 'DESC')),
    range: fc.tuple(fc.integer({ min: -1, max: 50 }), fc.integer({ min: 0, max: 2000 })),
    columns: fc.array(names, { maxLength: 4 }),
  };
  const parts = query.map(({ name, schema }) => {
    const asJson = json[name]?.map((value) => JSON.stringify(value));
    const value = fc.oneof(
      {
        weight: 8,
        arbitrary:
          asJson ?? fitting(name, schema, ids).map((one) => (typeof one === 'string' ? one : JSON.stringify(one))),
      },
      { weight: 1, arbitrary: oddText },
    );
    return fc.option(
      value.map((text) => `${name}=${encoded(text ?? '')}`),
      { freq: 3 },
    );
  });
  const raw = fc.oneof(
    { weight: 30, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%FF', '&&&', '=', '%00=1', '__proto__=1', `a=${'x'.repeat(9_000)}`) },
    { weight: 1, arbitrary: fc.tuple(oddText, oddText).map((pair) => pair.map(encoded).join('=')) },
  );
  return fc.tuple(fc.tuple(...parts), raw).map(([given, more]) => {
    const all = [...given, more].filter((part) => part !== null);
    return all.length === 0 ? '' : `?${all.join('&')}`;
  });
}

/** Replaces lone surrogates, which can't be encoded in an address. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'));

function pathOf({ path, resource }: Operation, ids: KnownIds): fc.Arbitrary<string> {
  const all = [...ids.values()].flat();
  const own = ids.get(resource) ?? all;
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(own.length > 0 ? own : all)) },
    { weight: 2, arbitrary: fc.constantFrom(...all) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: oddText.map((text) => encoded(text.slice(0, 400))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%00', '%FF', '%', '..', '%2e%2e', '%2F', '%20', 'CNY', 'null', 'a'.repeat(300)),
    },
  );
  return fc
    .tuple(...path.split('/').map((part) => (part.startsWith('{') ? id : fc.constant(part))))
    .map((parts) => parts.join('/'));
}

const latin = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

const headersArbitrary = fc.record(
  {
    'content-type': fc.oneof(
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json;charset=utf-16',
          'text/csv',
          '',
          ';',
          'a/b/c',
        ),
      },
      latin,
    ),
    'accept-language': fc.oneof(fc.constantFrom('zh', 'ja', 'es', '*', 'x'.repeat(2_000), ','.repeat(500)), latin),
    'idempotency-key': latin,
    'x-in-background': latin,
    'last-event-id': latin,
    'if-none-match': latin,
    'x-forwarded-for': latin,
    'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x'),
    accept: latin,
    cookie: latin,
    range: fc.constantFrom('bytes=0-1', 'bytes=-', 'x'),
    'user-agent': fc.oneof(latin, fc.constantFrom('x'.repeat(400))),
    'x-token': latin,
    authorization: latin,
  },
  { requiredKeys: [] },
);

/** Any call as any user with any values. Most pass the validation. */
export function arbitraryRequest(operations: readonly Operation[], ids: KnownIds): fc.Arbitrary<FuzzedRequest> {
  return fc.oneof(...operations.map((operation) => requestOf(operation, ids)));
}

function requestOf(operation: Operation, ids: KnownIds): fc.Arbitrary<FuzzedRequest> {
  // The stream never ends, so only its headers are requested.
  const usual = operation.id === 'events' ? 'HEAD' : operation.method;
  const others = operation.id === 'events' ? ['HEAD', 'POST', 'DELETE'] : METHODS;
  return fc
    .record({
      method: fc.oneof(
        { weight: 25, arbitrary: fc.constant(usual) },
        { weight: 1, arbitrary: fc.constantFrom(...others) },
      ),
      path: pathOf(operation, ids),
      query: queryOf(operation, ids),
      key: fc.uuid(),
      odd: fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headersArbitrary }),
      body: bodyOf(operation, ids),
      session: fc.oneof({ weight: 20, arbitrary: fc.nat(SESSIONS) }, { weight: 1, arbitrary: fc.constant(null) }),
    })
    .map(({ path, query, key, odd, ...rest }) => ({
      ...rest,
      operation: operation.id,
      target: `/prod-api${path}${query}`,
      headers: {
        'content-type': operation.body === 'bytes' ? 'text/csv' : 'application/json',
        'idempotency-key': key,
        ...odd,
      },
    }));
}
