import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envelopeSchema, errorDataSchema } from '@merchant-console/protocol';
import { answerTo, listening, requestBytes } from '#tests/support/rawHttp.ts';
import { suppliers } from '#tests/support/suppliers.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const LEVELS = 100_000;
const ESCAPED_PROTO = String.raw`{"\u005f_proto__":{"x":1}}`;

/** By the classes of RFC 8259: name, bytes, and how every call with a body responds. */
const REFUSED: readonly [name: string, body: string | Buffer, status: number, error: string][] = [
  ['a trailing comma in an object', '{"name":"a",}', 400, 'malformed'],
  ['a trailing comma in an array', '[1,]', 400, 'malformed'],
  ['a missing value', '{"name":}', 400, 'malformed'],
  ['a missing colon', '{"name" "a"}', 400, 'malformed'],
  ['an unclosed object', '{"name":"a"', 400, 'malformed'],
  ['an unclosed text', '{"name":"a', 400, 'malformed'],
  ['two values', '{}{}', 400, 'malformed'],
  ['a comment', '{/* a */}', 400, 'malformed'],
  ['single quotes', "{'name':'a'}", 400, 'malformed'],
  ['a bare name', '{name:"a"}', 400, 'malformed'],
  ['a line break in a text', '{"name":"a\nb"}', 400, 'malformed'],
  ['a tab in a text', '{"name":"a\tb"}', 400, 'malformed'],
  ['NaN', '{"name":NaN}', 400, 'malformed'],
  ['Infinity', '{"name":-Infinity}', 400, 'malformed'],
  ['undefined', '{"name":undefined}', 400, 'malformed'],
  ['True', '{"name":True}', 400, 'malformed'],
  ['a leading zero', '{"name":01}', 400, 'malformed'],
  ['a plus sign', '{"name":+1}', 400, 'malformed'],
  ['a number without digits before the point', '{"name":.5}', 400, 'malformed'],
  ['a number without digits after the point', '{"name":5.}', 400, 'malformed'],
  ['a hexadecimal number', '{"name":0x10}', 400, 'malformed'],
  ['an unknown escape', String.raw`{"name":"\x41"}`, 400, 'malformed'],
  ['half an escape', String.raw`{"name":"\u00"}`, 400, 'malformed'],
  ['a no-break space between values', '{\u00a0"name":"a"}', 400, 'malformed'],
  ['two byte order marks', '\ufeff\ufeff{}', 400, 'malformed'],
  ["bytes that aren't UTF-8", Buffer.from('{"name":"\xff"}', 'latin1'), 400, 'malformed'],
  ['an overlong encoding of a slash', Buffer.from('{"name":"\xc0\xaf"}', 'latin1'), 400, 'malformed'],
  ['a surrogate encoded in UTF-8', Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1'), 400, 'malformed'],
  ['a text cut off within a character', Buffer.from('{"name":"\xe4\xb8"}', 'latin1'), 400, 'malformed'],
  ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le'), 400, 'malformed'],
  ['gzip', gzipSync('{"name":"a"}'), 400, 'malformed'],
  ['__proto__', '{"__proto__":{"x":1}}', 400, 'malformed'],
  ['__proto__ behind an escape', ESCAPED_PROTO, 400, 'malformed'],
  ['__proto__ deep inside', '{"a":[{"b":{"__proto__":{"x":1}}}]}', 400, 'malformed'],
  ['__proto__ twice', '{"__proto__":1,"__proto__":{"x":1}}', 400, 'malformed'],
  ['constructor.prototype', '{"constructor":{"prototype":{"x":1}}}', 400, 'malformed'],
  ['arrays in arrays', '['.repeat(LEVELS) + ']'.repeat(LEVELS), 400, 'body_no_object'],
  ['arrays in arrays, never closed', '['.repeat(LEVELS), 400, 'malformed'],
  ['objects in objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`, 422, 'validation'],
  ['arrays in a field', `{"name":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}}`, 422, 'validation'],
  ['a huge text', JSON.stringify({ name: 'x'.repeat(250_000) }), 422, 'validation'],
  ['a text past the limit', JSON.stringify({ name: 'x'.repeat(300_000) }), 413, 'body_too_large'],
  ['a huge number', '{"name":1e999999}', 422, 'validation'],
  ['a number of many digits', `{"name":${'9'.repeat(100_000)}}`, 422, 'validation'],
  ['a tiny exponent', '{"name":1e-999999}', 422, 'validation'],
  ['half a surrogate pair', String.raw`{"name":"\ud83d"}`, 422, 'validation'],
  ['a surrogate pair the wrong way round', String.raw`{"name":"\ude00\ud83d"}`, 422, 'validation'],
  ['NUL', String.raw`{"name":"\u0000"}`, 422, 'validation'],
  ['NUL in a name', String.raw`{"na\u0000me":1}`, 422, 'validation'],
  [
    'names of the members of every object',
    '{"constructor":1,"toString":2,"hasOwnProperty":3,"valueOf":4}',
    422,
    'validation',
  ],
  ['an array', '[]', 400, 'body_no_object'],
  ['null', 'null', 422, 'validation'],
  ['a number', '1', 400, 'body_no_object'],
  ['a text', '"name"', 400, 'body_no_object'],
];

const TYPES: readonly [type: string, status: number][] = [
  ['application/json', 422],
  ['application/json; charset=utf-8', 422],
  ['APPLICATION/JSON', 422],
  ['text/plain', 415],
  ['text/json', 415],
  ['application/jsonp', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=a', 415],
  ['application/xml', 415],
];

/** One route of each kind: a fixed one, a declared one, and one of a record. */
const CALLS = ['/login', '/suppliers', '/base-info/update'] as const;

const withJson = { ...suppliers, fields: [...suppliers.fields, { source: 'extra', type: 'json' }] };

describe('a request body', () => {
  let world: World;
  let port: number;
  let token: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, resources: { suppliers: withJson } });
    token = (await world.signIn('demo')).login_token;
    port = await listening(world.app);
  });
  afterAll(() => world.close());

  async function send(call: string, body: string | Buffer, type = 'application/json') {
    const headers = { 'Content-Type': type, 'X-Token': token };
    const answer = await answerTo(port, requestBytes({ method: 'POST', target: `/prod-api${call}`, headers }, body));
    const { code, msg, data } = envelopeSchema.parse(JSON.parse(answer.body));
    expect([code, msg === '']).toEqual([answer.status * 100, false]);
    return { status: answer.status, ...errorDataSchema.parse(data) };
  }

  describe.each(CALLS)('sent to %s', (call) => {
    it.each(REFUSED)('%s is rejected as documented', async (_name, body, status, error) => {
      expect(await send(call, body)).toMatchObject({ status, error });
    });

    it.each(TYPES)('with the type %s is handled as documented', async (type, status) => {
      expect((await send(call, '{"x":1}', type)).status).toBe(status);
    });

    it('is rejected if it is empty', async () => {
      expect([400, 422]).toContain((await send(call, '')).status);
    });
  });

  it.each([
    ['deeper than a stack', `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`],
    ['with NUL', String.raw`{"a":["\u0000"]}`],
    ['with half a character as a name', String.raw`{"a":{"\udc00":1}}`],
  ])('with JSON in a field, %s, is rejected at that field', async (_name, json) => {
    const body = `{"name":"a","kind":"person","account":"6222","extra":${json}}`;
    const { status, errors = {} } = await send('/suppliers', body);
    expect([status, Object.keys(errors)]).toEqual([422, ['extra']]);
  });

  it("never changes an object's prototype", () => {
    expect(Reflect.get({}, 'x')).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('is read as RFC 8259 says: byte order mark, white space, escapes, and the last of two equal names', async () => {
    const text = String.raw`{"name":"first","n\u0061me":"Ink \ud83d\ude00 \/ \"p\"","kind":"person","account":"6222"}`;
    const headers = { 'Content-Type': 'application/json', 'X-Token': token };
    const sent = requestBytes({ method: 'POST', target: '/prod-api/suppliers', headers }, `\ufeff\r\n\t ${text} \n`);
    const { status, body } = await answerTo(port, sent);
    expect([status, JSON.parse(body).data.name]).toEqual([201, 'Ink 😀 / "p"']);
  });
});
