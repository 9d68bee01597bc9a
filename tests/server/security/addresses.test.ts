import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { answerTo, exchange, listening, requestBytes } from '#tests/support/rawHttp.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const LOGIN = '/prod-api/login';

/** Spellings of the sign-in's address that lead to it. */
const SAME_LOGIN = [
  LOGIN,
  '/prod-api/%6Cogin',
  '/%70rod-api/login',
  '/prod-api/%6c%6f%67%69%6e',
  '/prod-api/login?a=1',
  '/prod-api/login#a',
  'http://localhost/prod-api/login',
  'http://elsewhere.example/prod-api/login',
];

/** Headers by which some servers override a request's address, path or method. */
const CLAIMS: Readonly<Record<string, string>> = {
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Host': 'elsewhere.example',
  'X-Forwarded-Proto': 'https',
  Forwarded: 'for=203.0.113.7;host=elsewhere.example;proto=https',
  'X-Real-IP': '203.0.113.7',
  'X-Client-IP': '203.0.113.7',
  'CF-Connecting-IP': '203.0.113.7',
  'True-Client-IP': '203.0.113.7',
  Origin: 'https://elsewhere.example',
  Referer: 'https://elsewhere.example/',
  'X-Original-URL': '/healthz',
  'X-Rewrite-URL': '/healthz',
};

describe('the limit of sign-ins from one address', () => {
  let world: World;
  let port: number;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20, app: { limits: { perMinute: 8, signInsPerMinute: 1 } } });
    port = await listening(world.app);
  });
  afterAll(() => world.close());

  const signIn = async (target: string, headers: Record<string, string> = {}) =>
    (await answerTo(port, requestBytes({ method: 'POST', target, headers: { ...JSON_TYPE, ...headers } }, '{}')))
      .status;

  it('counts all spellings of its address', async () => {
    expect(await signIn(LOGIN)).toBe(422);
    for (const target of SAME_LOGIN) expect([target, await signIn(target)]).toEqual([target, 429]);
  });

  it.each([
    ['2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff', 429],
    ['2001:db8:0:2::1', '2001:db8:0:3::1', 422],
    ['::ffff:203.0.113.1', '203.0.113.1', 429],
    ['203.0.113.2', '203.0.113.3', 422],
  ])('counts IPv6 addresses by their /64, and IPv4 in both forms: %s, then %s', async (first, second, status) => {
    const from = (remoteAddress: string) => world.call({ method: 'POST', url: LOGIN, payload: {}, remoteAddress });
    expect((await from(first)).statusCode).toBe(422);
    expect((await from(second)).statusCode).toBe(status);
  });

  it.each(Object.entries(CLAIMS))("isn't evaded by %s: %s", async (name, value) => {
    expect(await signIn(LOGIN, { [name]: value })).toBe(429);
  });

  it("isn't evaded by another host name of the server", async () => {
    expect(await signIn(LOGIN, { Host: 'elsewhere.example' })).toBe(429);
  });

  it('is separate from that of all other calls, which includes those with a wrong token', async () => {
    const statuses: number[] = [];
    for (let call = 0; call < 10; call += 1) {
      const headers = { 'X-Token': `wrong-${call}` };
      statuses.push((await answerTo(port, requestBytes({ target: '/prod-api/orders', headers }))).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 401), 429, 429]);
  });
});

/** The address of the last sign-in in the audit log. */
async function writtenDown({ db }: World): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('audit_logs')
    .where('action', '=', 'session.sign_in')
    .orderBy('seq', 'desc')
    .select('ip')
    .executeTakeFirstOrThrow();
  return row.ip;
}

/** The X-Forwarded-For header of a sign-in and the resulting address, by number of proxies. */
const FORWARDED: readonly [proxies: number, rows: readonly [forwarded: string, seen: string][]][] = [
  [0, [['203.0.113.7', '127.0.0.1']]],
  [
    1,
    [
      ['203.0.113.7', '203.0.113.7'],
      ['198.51.100.1, 203.0.113.8', '203.0.113.8'],
      ['127.0.0.1, 198.51.100.1, 203.0.113.9', '203.0.113.9'],
      ['198.51.100.1, 2001:db8:0:7::7', '2001:db8:0:7::7'],
      ['198.51.100.1, 203.0.113.20:5555', '203.0.113.20'],
      ['198.51.100.1, [2001:db8:0:8::8]:5555', '2001:db8:0:8::8'],
      ['198.51.100.1, [2001:db8:0:9::9]', '2001:db8:0:9::9'],
    ],
  ],
  [2, [['198.51.100.1, 203.0.113.7, 192.0.2.5', '203.0.113.7']]],
];

describe.each(FORWARDED)('behind %i proxies', (proxies, rows) => {
  let world: World;
  beforeAll(async () => {
    const limits = { perMinute: 1_000, signInsPerMinute: 1 };
    world = await startWorld(USUAL_DATABASE, { orders: 20, app: { trustedProxies: proxies, limits } });
  });
  afterAll(() => world.close());

  it.each(rows)('X-Forwarded-For: %s is from %s, in the audit log and for the limit', async (forwarded, seen) => {
    world.clock.advance(30);
    const payload = { username: 'demo', password: DEMO_PASSWORD, totp_code: await world.totpCode() };
    const signIn = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await world.call({ method: 'POST', url: LOGIN, payload, headers })).statusCode;
    };
    expect(await signIn(forwarded)).toBe(200);
    expect(await writtenDown(world)).toBe(seen);
    const forged = ['192.0.2.99', ...forwarded.split(', ').slice(-Math.max(proxies, 1))].join(', ');
    expect(await signIn(forged)).toBe(429);
  });
});

describe('an ambiguous request', () => {
  let world: World;
  let port: number;
  let token: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    token = (await world.signIn('demo')).login_token;
    port = await listening(world.app);
  });
  afterAll(() => world.close());

  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const head = (...lines: string[]) =>
    [`POST ${LOGIN} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...lines, '', ''].join('\r\n');

  it.each([
    ['both lengths', `${head('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`],
    [
      'both lengths, the other way round',
      `${head('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', `${head('Content-Length: 2', `Content-Length: ${smuggled.length}`)}{}${smuggled}`],
    ['a list of lengths', `${head('Content-Length: 2, 2')}{}${smuggled}`],
    ['a negative length', head('Content-Length: -1') + smuggled],
    ['a length with a sign', `${head('Content-Length: +2')}{}${smuggled}`],
    ['a hexadecimal length', `${head('Content-Length: 0x2')}{}${smuggled}`],
    ['chunked within another name', `${head('Transfer-Encoding: xchunked')}0\r\n\r\n${smuggled}`],
    ['chunked before the last encoding', `${head('Transfer-Encoding: chunked, identity')}0\r\n\r\n${smuggled}`],
    ['a blank before the colon', `${head('Transfer-Encoding : chunked')}0\r\n\r\n${smuggled}`],
    ['a header that is folded', `${head('X-A: b', ' Content-Length: 2')}{}${smuggled}`],
    ['a bare line feed between headers', `${head('X-A: b\nTransfer-Encoding: chunked')}0\r\n\r\n${smuggled}`],
    ['a chunk longer than it says', `${head('Transfer-Encoding: chunked')}1\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['a chunk of no number', `${head('Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n${smuggled}`],
  ])('%s: is rejected, and nothing after it is processed', async (_name, sent) => {
    const answers = await exchange(port, sent);
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ code: 40_000, data: { error: 'malformed' } });
  });

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    "%s doesn't change the method",
    async (name) => {
      const headers = { 'X-Token': token, [name]: 'DELETE', ...JSON_TYPE };
      const { rows } = await sql<{ id: string }>`select id from roles limit 1`.execute(world.db.kysely);
      const target = `/prod-api/roles/${rows[0]?.id}?_method=DELETE`;
      const answer = await answerTo(port, requestBytes({ method: 'POST', target, headers }, '{"_method":"DELETE"}'));
      expect(answer.status).toBe(405);
    },
  );

  it.each(['PATCH', 'TRACE', 'OPTIONS', 'PROPFIND', 'LOCK', 'QUERY'])('%s is no method of any call', async (method) => {
    const answer = await answerTo(
      port,
      requestBytes({ method, target: '/prod-api/orders', headers: { 'X-Token': token } }),
    );
    expect([400, 404, 405]).toContain(answer.status);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it("a page of another origin isn't allowed to read a response", async () => {
    const headers = { 'X-Token': token, Origin: 'https://elsewhere.example' };
    const answer = await answerTo(port, requestBytes({ target: '/prod-api/orders', headers }));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it.each(['elsewhere.example', 'localhost:1@elsewhere.example', '"><script>alert(1)</script>'])(
    'the server ignores Host: %s',
    async (host) => {
      const answer = await answerTo(port, requestBytes({ target: '/prod-api/nothing', headers: { Host: host } }));
      expect(JSON.stringify(answer)).not.toContain('elsewhere');
      expect(JSON.stringify(answer)).not.toContain('<script');
    },
  );
});
