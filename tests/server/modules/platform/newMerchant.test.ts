import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { userCalls } from '../users/userCalls.ts';

const answerSchema = z.object({ msg: z.string(), data: z.unknown() });
const recordSchema = z.looseObject({ id: z.string() });
const refusalSchema = z.object({ errors: z.record(z.string(), z.string()) });

describe('a merchant created by the platform', () => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    token = (await world.signIn('operator')).login_token;
  });
  afterAll(() => world.close());

  async function call(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, key: string = randomUUID()) {
    const headers = { 'idempotency-key': key };
    const url = `/prod-api/${path}`;
    const answer = await world.call({ method, url, token, headers, ...(payload && { payload }) });
    const { data, msg } = answerSchema.parse(answer.json());
    return { status: answer.statusCode, data, msg, errors: refusalSchema.safeParse(data).data?.errors ?? {} };
  }
  async function rows(endpoint: string, filter: object = {}) {
    const url = `${endpoint}?range=[0,99]&filter=${encodeURIComponent(JSON.stringify(filter))}`;
    return z.array(recordSchema).parse((await call('GET', url)).data);
  }
  async function channel(code: string) {
    const found = (await rows('platform-channels')).find((one) => one['code'] === code);
    if (!found) throw new Error(`no channel ${code}`);
    return found;
  }
  let made = 0;
  function wanted(values: object = {}) {
    made += 1;
    return {
      name: `Shop ${made}`,
      currency: 'CNY',
      time_zone: 'Asia/Shanghai',
      approval_threshold: '500000',
      owner_username: `shop${made}.owner`,
      owner_real_name: 'Mei Lin',
      ...values,
    };
  }
  const create = async (values: object = {}) =>
    recordSchema.parse((await call('POST', 'merchants', wanted(values))).data);
  const numberOf = async (table: 'merchants' | 'users') =>
    Number(
      (await sql<{ n: bigint }>`select count(*) as n from ${sql.table(table)}`.execute(world.db.kysely)).rows[0]?.n,
    );

  it('can work immediately: wallet, channels at its own rates, menu, and an invited owner', async () => {
    const { id: channel_id } = await channel('cn_qr_yun');
    const record = await create({
      card_cooling_hours: 72,
      notify_url: 'https://shop.example.com/results',
      owner_email: 'mei@shop.example',
      channels: [{ channel_id, rate_bps: 77, min_amount: '500' }],
    });
    expect(record).toMatchObject({
      currency: 'CNY',
      time_zone: 'Asia/Shanghai',
      approval_threshold: '500000',
      card_cooling_hours: 72,
      status: 'active',
      notify_url: 'https://shop.example.com/results',
      owner_status: 'invited',
      owner_email: 'mei@shop.example',
      owner_link_expires_at: null,
    });
    const rates = await rows('merchant-rates', { tenant_id: record.id });
    expect(rates).toMatchObject([{ code: 'cn_qr_yun', rate_bps: 77, min_amount: '500', max_amount: '5000000' }]);

    const { follow, signIn, codeFor, linkOf, tokenOf } = userCalls(world);
    const link = linkOf((await call('POST', `merchants/${record.id}/invite`, {})).data);
    expect(await call('GET', `merchants/${record.id}`)).toMatchObject({
      data: { owner_link_expires_at: new Date(world.clock.now().getTime() + 86_400_000).toISOString() },
    });
    const { totp_secret: secret } = await follow(link);
    world.clock.advance(30);
    const owner = tokenOf((await signIn(String(record['owner_username']), await codeFor(secret ?? ''))).data);
    const read = (path: string) => world.call({ method: 'GET', url: `/prod-api/${path}`, token: owner });
    const wallets = (await read('wallets')).json<{ data: unknown }>().data;
    expect(wallets).toMatchObject([{ currency: 'CNY', available: '0', frozen: '0' }]);
    const login = (await read('home-info')).json<{ data: unknown }>().data;
    expect(login).toMatchObject({ currency: 'CNY', time_zone: 'Asia/Shanghai' });

    const again = await call('POST', `merchants/${record.id}/invite`, {});
    expect(again).toMatchObject({ status: 409, msg: expect.stringContaining('set up') });
  });

  it('is created once for all calls with one key, and again only with another', async () => {
    const [values, key] = [wanted(), randomUUID()];
    const before = [await numberOf('merchants'), await numberOf('users')] as const;
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', 'merchants', values, key)));
    expect(new Set(answers.map(({ data }) => recordSchema.parse(data).id)).size).toBe(1);
    expect([await numberOf('merchants'), await numberOf('users')]).toEqual([before[0] + 1, before[1] + 1]);
    const other = await call('POST', 'merchants', { ...values, name: 'Another' }, key);
    expect(other).toMatchObject({ status: 422, errors: { idempotency_key: expect.any(String) } });
    expect(await call('POST', 'merchants', values)).toMatchObject({
      status: 422,
      errors: { owner_username: expect.stringContaining('taken') },
    });
    expect(await numberOf('merchants')).toBe(before[0] + 1);
  });

  it.each([
    ['an unknown currency', { currency: 'ABC' }, 'currency'],
    ['a currency with three decimals, which amounts here cannot have', { currency: 'KWD' }, 'currency'],
    ['an unknown time zone', { time_zone: 'Mars/Olympus' }, 'time_zone'],
    ['an address at a port that is not allowed', { notify_url: 'https://shop.example.com:8443/results' }, 'notify_url'],
    ['an address in this network', { notify_url: 'http://10.0.0.7/results' }, 'notify_url'],
    ['an invalid username', { owner_username: '-x-' }, 'owner_username'],
    ['a taken username', { owner_username: 'DEMO' }, 'owner_username'],
    ['no owner', { owner_username: null }, 'owner_username'],
    ['a threshold below zero', { approval_threshold: '-1' }, 'approval_threshold'],
    [
      'no threshold in a currency that is not the platform’s',
      { currency: 'JPY', approval_threshold: null },
      'approval_threshold',
    ],
    ['a waiting period of more than a month', { card_cooling_hours: 721 }, 'card_cooling_hours'],
    ['an initial status other than active', { status: 'disabled' }, 'status'],
    ["channels that aren't a list", { channels: 'all' }, 'channels'],
    ['an unknown channel', { channels: [{ channel_id: randomUUID() }] }, 'channels.0.channel_id'],
  ])('is rejected at its field with %s, and nothing is created', async (_, change, field) => {
    const before = await numberOf('merchants');
    const answer = await call('POST', 'merchants', wanted(change));
    expect([answer.status, Object.keys(answer.errors)]).toEqual([422, [field]]);
    expect(await numberOf('merchants')).toBe(before);
  });

  it.each([
    ['a channel in another currency', 'jp_qr', {}, 'channel_id'],
    ['a rate above 100 %', 'cn_qr_yun', { rate_bps: 10_001 }, 'rate_bps'],
    ['limits that leave no amount', 'cn_qr_yun', { min_amount: '1000', max_amount: '999' }, 'max_amount'],
    ['an unknown term', 'cn_qr_yun', { ratebps: 5 }, ''],
  ])('is rejected at its place in the channels with %s', async (_, code, terms, place) => {
    const { id: channel_id } = await channel(code);
    const { status, errors } = await call('POST', 'merchants', wanted({ channels: [{ channel_id, ...terms }] }));
    expect([status, Object.keys(errors)]).toEqual([422, [['channels.0', place].filter(Boolean).join('.')]]);
  });

  it("has the platform's defaults unless the call overrides them", async () => {
    const [settings] = await rows('platform-settings');
    const change = { approval_threshold: '123400', card_cooling_hours: 48 };
    expect(await call('PUT', `platform-settings/${settings?.id ?? ''}`, change)).toMatchObject({ status: 200 });
    await world.confirmAsSecond();
    const record = await create({ currency: null, time_zone: null, approval_threshold: null });
    expect(record).toMatchObject({ currency: 'CNY', time_zone: 'Asia/Shanghai', ...change });
  });

  it("is at least as strict as the platform, and has one operator's rules until a second one confirms", async () => {
    const platform = world.db.kysely.updateTable('merchants').where('merchant_id', '=', PLATFORM_ID);
    await platform.set({ strict_checkers: true, people_waiting_hours: 24 }).execute();
    const record = await create({ strict_checkers: false, people_waiting_hours: 0, daily_total: '900000000000' });
    await platform.set({ strict_checkers: false }).execute();
    expect(record).toMatchObject({ strict_checkers: true, people_waiting_hours: 24, daily_total: null });
    const request = await call('GET', `operator-requests/${String(record['pending_change'])}`);
    const before = { currency: 'CNY', people_waiting_hours: 24, daily_total: null };
    const after = { currency: 'CNY', people_waiting_hours: 0, daily_total: '900000000000' };
    expect(request.data).toMatchObject({ act: 'merchants.edit', record_id: record.id, before, after });
    await world.confirmAsSecond();
    const { data } = await call('GET', `merchants/${record.id}`);
    expect(data).toMatchObject({ people_waiting_hours: 0, daily_total: '900000000000' });
  });

  it('can change its currency until it has money, and gets a wallet and a sign-out with it', async () => {
    const { id: channel_id } = await channel('cn_qr_yun');
    const record = await create({ channels: [{ channel_id }] });
    const moved = await call('PUT', `merchants/${record.id}`, { currency: 'JPY', approval_threshold: '9000' });
    expect(moved).toMatchObject({ status: 200, data: { currency: 'JPY', approval_threshold: '9000' } });
    const alone = await call('PUT', `merchants/${record.id}`, { currency: 'EUR' });
    expect(alone).toMatchObject({ status: 422, errors: { approval_threshold: expect.any(String) } });
    const of = world.db.kysely.selectFrom('wallets').where('merchant_id', '=', record.id).select('currency');
    expect(await of.execute()).toEqual([{ currency: 'JPY' }]);
    expect(await rows('merchant-rates', { tenant_id: record.id })).toEqual([]);
    const { is_divide_hundred: isDivided } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_id', '=', record.id)
      .select('is_divide_hundred')
      .executeTakeFirstOrThrow();
    expect(isDivided).toBe(0);

    const withMoney = (await rows('merchants')).find((one) => one['merchant_no'] === 'M100001');
    const refused = await call('PUT', `merchants/${withMoney?.id ?? ''}`, { currency: 'EUR' });
    expect(refused).toMatchObject({ status: 422, errors: { currency: expect.stringContaining('CNY') } });
    expect((await rows('merchants')).find((one) => one.id === withMoney?.id)).toMatchObject({ currency: 'CNY' });
  });

  it("can't lose a value that every merchant has", async () => {
    const record = await create();
    for (const source of ['currency', 'time_zone', 'approval_threshold', 'card_cooling_hours', 'status', 'name']) {
      const { status, errors } = await call('PUT', `merchants/${record.id}`, { [source]: null });
      expect([source, status, Object.keys(errors)]).toEqual([source, 422, [source]]);
    }
    expect(await call('PUT', `merchants/${record.id}`, { owner_username: 'other.name' })).toMatchObject({
      status: 422,
      errors: { owner_username: expect.any(String) },
    });
  });

  it('is recorded in the platform’s log and its own, with values before and after', async () => {
    const record = await create();
    await call('POST', `merchants/${record.id}/invite`, {});
    await call('PUT', `merchants/${record.id}`, { card_cooling_hours: 7, time_zone: 'UTC' });
    await world.confirmAsSecond();
    const told = await rows('audit-logs', { record_id: record.id });
    expect(told.map(({ action }) => String(action)).toSorted()).toEqual([
      'merchants.create',
      'merchants.edit',
      'merchants.invite',
    ]);
    expect(told.find(({ action }) => action === 'merchants.edit')).toMatchObject({
      before: { card_cooling_hours: 48, time_zone: 'Asia/Shanghai' },
      after: { card_cooling_hours: 7, time_zone: 'UTC' },
    });
    expect(JSON.stringify(told)).not.toContain('enrol=');
    const own = world.db.kysely.selectFrom('audit_logs').where('merchant_id', '=', record.id).orderBy('seq');
    expect(await own.select(['action', 'actor_id']).execute()).toEqual([
      { action: 'merchants.create', actor_id: null },
      { action: 'merchants.invite', actor_id: null },
      { action: 'payment_rules.edit', actor_id: null },
    ]);
    for (const tenant of [PLATFORM_ID, record.id]) expect(await verifyChain(world.db, tenant)).toBeNull();
  });
});

describe("the platform's settings", () => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    token = (await world.signIn('operator')).login_token;
  });
  afterAll(() => world.close());
  const send = (method: 'GET' | 'PUT', path: string, payload?: object, as = token) =>
    world.call({ method, url: `/prod-api/platform-settings${path}`, token: as, ...(payload && { payload }) });

  it('are one record, and each change is recorded with the values before', async () => {
    const change = { name: 'Harbour Pay', currency: 'JPY', time_zone: 'Asia/Tokyo', approval_threshold: '90000' };
    expect((await send('PUT', `/${PLATFORM_ID}`, change)).json()).toMatchObject({ data: { currency: 'CNY' } });
    await world.confirmAsSecond();
    const listed = (await send('GET', '?range=[0,9]')).json<{ data: unknown[] }>().data;
    expect(listed).toEqual([expect.objectContaining({ id: PLATFORM_ID, ...change })]);
    const [entry] = await world.db.kysely
      .selectFrom('audit_logs')
      .where('merchant_id', '=', PLATFORM_ID)
      .where('resource', '=', 'platform_settings')
      .select(['action', 'before', 'after'])
      .execute();
    expect(entry).toMatchObject({
      action: 'platform_settings.edit',
      before: { currency: 'CNY', time_zone: 'Asia/Shanghai' },
      after: change,
    });
    const { currency_data: data } = await world.signIn('operator');
    expect(data).toMatchObject({ currency: 'JPY', is_divide_hundred: 0, time_zone: 'Asia/Tokyo' });
  });

  it('change the currency only together with the threshold, whose digits would mean another amount', async () => {
    const alone = await send('PUT', `/${PLATFORM_ID}`, { currency: 'EUR' });
    expect([alone.statusCode, alone.json()]).toMatchObject([
      422,
      { data: { errors: { approval_threshold: expect.any(String) } } },
    ]);
    expect((await send('PUT', `/${PLATFORM_ID}`, { currency: 'JPY' })).statusCode).toBe(200);
  });

  it.each([
    ['an unknown currency', { currency: 'QQQ' }, 'currency'],
    ['an unknown time zone', { time_zone: 'Nowhere' }, 'time_zone'],
    ['no name', { name: '' }, 'name'],
  ])('reject %s', async (_, change, field) => {
    const answer = await send('PUT', `/${PLATFORM_ID}`, change);
    expect([answer.statusCode, Object.keys(refusalSchema.parse(answer.json<{ data: unknown }>().data).errors)]).toEqual(
      [422, [field]],
    );
  });

  it("can't be read by merchants", async () => {
    const merchant = (await world.signIn('demo')).login_token;
    expect((await send('GET', '?range=[0,9]', undefined, merchant)).statusCode).toBe(403);
    expect((await send('PUT', `/${PLATFORM_ID}`, { name: 'Mine' }, merchant)).statusCode).toBe(403);
  });
});
