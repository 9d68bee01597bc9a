import { randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { SANDBOX_LEADS, writeLeads } from '#server/gateway/channels/connectChannels.ts';
import { createGatewayClient } from '../../examples/gateway/gatewayClient.ts';
import { createDatabase } from '../support/postgres.ts';
import { killLeftovers, startTypeScript } from '../support/startedProcess.ts';
import { startWorld, TEST_KEY, type World } from '../support/world.ts';

const answerSchema = z.object({ code: z.int(), msg: z.string(), data: z.unknown() });
const recordSchema = z.looseObject({ id: z.string() });
const errorSchema = z.object({ error: z.literal('confirmation_required') });
const pendingSchema = z.object({ pending_change: z.string().nullish() }).catch({});
const setupSchema = z.object({ setup: z.array(z.object({ step: z.string(), is_done: z.boolean() })).optional() });

const PASSWORD = 'a long passphrase 42';
const PAY_PASSWORD = '739154';

interface Person {
  username: string;
  secret: string;
  token: string;
}

/**
 * Follows docs/first-day.md: runs the commands as processes and makes all other calls over HTTP. Each test continues
 * from the previous one.
 */
describe('the first day of a platform, from an empty database without the demo', () => {
  let world: World;
  let environment: Record<string, string>;
  let address: string;
  const people: Record<string, Person> = {};
  const kept: Record<string, string> = {};
  const cleanups: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'));
    cleanups.push(drop);
    environment = { DATABASE_URL: url, DATA_KEY: TEST_KEY.toString('hex'), DEMO: '0' };
    kept['link'] = await command('createAdmin', 'alice', '--name', 'Alice A', '--platform', 'Harbour Pay', '--json');
    const db = await connect({ databaseUrl: url, dataDir: '', clock: systemClock });
    const database = { db, options: { databaseUrl: url, dataDir: '', clock: systemClock }, remove: () => db.close() };
    await db.transaction((tx) => writeLeads(tx, SANDBOX_LEADS, systemClock.now()));
    world = await startWorld('postgres', { database });
    // The commands create links with the computer's clock.
    world.clock.advance((systemClock.now().getTime() - world.clock.now().getTime()) / 1000);
    address = await world.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(killLeftovers);
  afterAll(async () => {
    await world.close();
    for (const cleanup of cleanups) await cleanup();
  });

  /** @returns the link in the JSON output, or the whole output without `--json` */
  async function command(name: string, ...args: string[]): Promise<string> {
    const { code, output } = await startTypeScript(`server/cli/${name}.ts`, environment, args).ended();
    expect([code, output]).toEqual([0, expect.any(String)]);
    return args.includes('--json') ? z.object({ link: z.string() }).parse(JSON.parse(output)).link : output;
  }
  async function send(method: string, path: string, { as, body }: { as?: string; body?: object } = {}) {
    const token = as === undefined ? undefined : people[as]?.token;
    const answer = await fetch(`${address}/prod-api/${path}`, {
      method,
      headers: {
        ...(token !== undefined && { 'X-Token': token, Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        'Idempotency-Key': randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, ...answerSchema.parse(await answer.json()) };
  }
  /** Makes a call, after payment password and code if the call needs a confirmed session. */
  async function done(method: string, path: string, as: string, body?: object): Promise<Record<string, unknown>> {
    let answer = await send(method, path, { as, ...(body && { body }) });
    if (errorSchema.safeParse(answer.data).success) {
      const proof = { pay_password: PAY_PASSWORD, totp_code: await newCode(as) };
      expect((await send('POST', 'session/confirm', { as, body: proof })).msg).toBe('');
      answer = await send(method, path, { as, ...(body && { body }) });
    }
    const { status, msg, data } = answer;
    const { pending_change: pending } = pendingSchema.parse(data);
    if (as === 'alice' && pending) {
      await done('POST', `operator-requests/${pending}/approve`, 'bob', { pay_password: PAY_PASSWORD });
    }
    expect([path, status, msg]).toEqual([path, method === 'POST' && status === 201 ? 201 : 200, '']);
    return z.record(z.string(), z.unknown()).catch({}).parse(data);
  }
  const idOf = (record: unknown) => recordSchema.parse(record).id;
  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) });
  async function newCode(username: string): Promise<string> {
    world.clock.advance(30);
    return codeOf(people[username]?.secret ?? '');
  }
  /** Opens a link as its user would, and signs in. */
  async function enrol(link: string): Promise<void> {
    const token = link.split('#enrol=')[1];
    const checked = z
      .object({ username: z.string(), totp_secret: z.string() })
      .parse((await send('POST', 'enrolment/check', { body: { token } })).data);
    const { username, totp_secret: secret } = checked;
    const totp_code = await codeOf(secret);
    expect((await send('POST', 'enrolment/complete', { body: { token, password: PASSWORD, totp_code } })).status).toBe(
      200,
    );
    people[username] = { username, secret, token: '' };
    await signIn(username);
    await done('POST', 'pay-pwd/update', username, { login_password: PASSWORD, new_pay_password: PAY_PASSWORD });
  }
  async function signIn(username: string): Promise<void> {
    const body = { username, password: PASSWORD, totp_code: await newCode(username) };
    const { data } = await send('POST', 'login', { body });
    const { login_token: token } = z.object({ login_token: z.string() }).parse(data);
    people[username] = { username, secret: people[username]?.secret ?? '', token };
  }
  async function stepsLeft(as: string): Promise<string[]> {
    const { setup } = setupSchema.parse(await done('GET', 'home-info', as));
    return (setup ?? []).filter(({ is_done: isDone }) => !isDone).map(({ step }) => step);
  }
  async function balance(): Promise<unknown> {
    const { data } = await send('GET', 'wallets', { as: 'mara' });
    return z.array(z.object({ currency: z.string(), available: z.string(), frozen: z.string() })).parse(data)[0];
  }

  it('the first operator sets up a sign-in, and the dashboard shows the next steps', async () => {
    await enrol(kept['link'] ?? '');
    expect(await stepsLeft('alice')).toEqual(['operator', 'channel', 'merchant', 'owner', 'first_order']);
    expect(await command('listAdmins')).toMatch(/alice +Alice A +Owner +enabled/);
  });

  it('the platform has a currency and a time zone, and a second operator', async () => {
    const { id } = recordSchema.parse(
      z.array(z.unknown()).parse((await send('GET', 'platform-settings?range=[0,9]', { as: 'alice' })).data)[0],
    );
    await done('PUT', `platform-settings/${id}`, 'alice', {
      currency: 'EUR',
      time_zone: 'Europe/Paris',
      approval_threshold: '500000',
      card_cooling_hours: 24,
    });
    const { data } = await send('GET', 'role-choices', { as: 'alice' });
    const [owner] = z.array(recordSchema).parse(data);
    const bob = { username: 'bob', real_name: 'Bob B', role_ids: [owner?.id] };
    const { link } = await done('POST', 'users/invite', 'alice', bob);
    await enrol(String(link));
    expect(await stepsLeft('alice')).toEqual(['channel', 'merchant', 'owner', 'first_order']);
  });

  it('the platform has a channel of each type', async () => {
    for (const type of ['collection', 'payout', 'deposit', 'withdrawal']) {
      const terms = { rate_bps: 100, fixed_fee: '0', deduction: 'inner', min_amount: '100', max_amount: '10000000' };
      const account = {
        bank_name: 'Elbe Bank',
        account_holder: 'Harbour Pay',
        account_number: 'DE02 1234 0000 0000 99',
      };
      const channel = {
        ...{ name: `Euro ${type}`, code: `eur_${type}`, type, currency: 'EUR', status: 'enabled' },
        ...terms,
        ...(type === 'deposit' && account),
      };
      kept[type] = idOf(await done('POST', 'platform-channels', 'alice', channel));
    }
    expect(await stepsLeft('alice')).toEqual(['merchant', 'owner', 'first_order']);
  });

  it('a merchant is created in the console, and another by a command', async () => {
    const types = ['collection', 'payout', 'deposit', 'withdrawal'] as const;
    const merchant = await done('POST', 'merchants', 'alice', {
      name: 'Voss Books',
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      owner_username: 'mara',
      owner_real_name: 'Mara Voss',
      channels: types.map((type) => ({ channel_id: kept[type] })),
    });
    kept['merchant'] = idOf(merchant);
    kept['merchant_no'] = String(merchant['merchant_no']);
    expect(await stepsLeft('alice')).toEqual(['owner', 'first_order']);
    const channels = types.flatMap((type) => ['--channel', `eur_${type}:1.5`]);
    const owner = ['--owner', 'nils', '--owner-name', 'Nils Holm'];
    const link = await command('createMerchant', '--name', 'Holm', ...owner, ...channels, '--json');
    await enrol(link);
    expect((await send('GET', 'channels?range=[0,9]', { as: 'nils' })).data).toHaveLength(4);
  });

  it('the owner sets up a sign-in with the link, which replaces an earlier one', async () => {
    const invite = () => done('POST', `merchants/${kept['merchant'] ?? ''}/invite`, 'alice', {});
    const [{ link: ended }, { link }] = [await invite(), await invite()];
    const token = String(ended).split('#enrol=')[1];
    expect((await send('POST', 'enrolment/check', { body: { token } })).status).toBe(404);
    await enrol(String(link));
    expect(await stepsLeft('mara')).toEqual(['base_info', 'signing_key', 'bankcard', 'colleague', 'order']);
    expect(await stepsLeft('alice')).toEqual(['first_order']);
  });

  it('a signed order is placed and paid, and the money is in the wallet', async () => {
    const { key } = await done('POST', 'md5-key/update', 'mara', {
      key_id: null,
      pay_password: PAY_PASSWORD,
      totp_code: await newCode('mara'),
    });
    const client = createGatewayClient({
      url: address,
      merchantNo: kept['merchant_no'] ?? '',
      key: String(key),
      now: () => world.clock.now(),
    });
    const order = await client.collect({ merchantOrderNo: 'FIRST-1', channel: 'eur_collection', amount: 120_000n });
    expect(order).toMatchObject({ status: 'pending', currency: 'EUR', fee: 1_200n, payUrl: expect.any(String) });
    const page = `${address}${new URL(order.payUrl ?? '').pathname}`;
    expect((await fetch(page)).status).toBe(200);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await fetch(page, { method: 'POST', headers: form, body: 'decision=pay' })).status).toBe(200);
    world.clock.advance(60);
    while ((await world.collecting.step()) > 0);
    expect(await client.query('collect', 'FIRST-1')).toMatchObject({ status: 'success' });
    expect(await balance()).toEqual({ currency: 'EUR', available: '118800', frozen: '0' });
    expect(await stepsLeft('alice')).toEqual([]);
  });

  it('a deposit is credited once an operator has passed it', async () => {
    await signIn('mara');
    const { data } = await send('GET', 'channels?range=[0,9]', { as: 'mara' });
    const channel = z
      .array(recordSchema)
      .parse(data)
      .find((one) => one['code'] === 'eur_deposit');
    const asked = { channel_id: channel?.id, amount: '50000', payer_name: 'Voss Books' };
    const deposit = idOf(await done('POST', 'deposits', 'mara', asked));
    expect(await balance()).toMatchObject({ available: '118800' });
    await done('POST', `deposit-reviews/${deposit}/pass`, 'alice', { pay_password: PAY_PASSWORD });
    expect(await balance()).toMatchObject({ available: '168300' });
  });

  it('a withdrawal goes to a bank card after its waiting period, once an operator has approved and paid it', async () => {
    const card = { name: 'Mara Voss', card_number: '4539 1488 0343 6467', bank_name: 'Elbe Bank' };
    const { id: bankcard_id } = recordSchema.parse(await done('POST', 'bankcards', 'mara', card));
    const asked = { bankcard_id, amount: '100000', pay_password: PAY_PASSWORD };
    expect((await send('POST', 'withdrawals', { as: 'mara', body: asked })).status).toBe(422);
    world.clock.advance(24 * 3_600);
    for (const username of ['mara', 'alice', 'bob']) await signIn(username);
    const withdrawal = idOf(await done('POST', 'withdrawals', 'mara', asked));
    expect(await balance()).toEqual({ currency: 'EUR', available: '68300', frozen: '100000' });
    expect((await send('POST', `withdrawal-reviews/${withdrawal}/approve`, { as: 'mara', body: {} })).status).toBe(403);
    await done('POST', `withdrawal-reviews/${withdrawal}/approve`, 'alice', { pay_password: PAY_PASSWORD });
    await done('POST', `withdrawal-reviews/${withdrawal}/succeed`, 'bob', { pay_password: PAY_PASSWORD });
    expect(await balance()).toEqual({ currency: 'EUR', available: '68300', frozen: '0' });
  });

  it("an adjustment is approved by an operator who didn't request it", async () => {
    const asked = { tenant_id: kept['merchant'], currency: 'EUR', amount: '-300', reason: 'Fee of the first month' };
    const made = await done('POST', 'adjustments', 'alice', { ...asked, pay_password: PAY_PASSWORD });
    const decide = { body: { pay_password: PAY_PASSWORD } };
    const approval = `adjustments/${idOf(made)}/approve`;
    expect((await send('POST', approval, { as: 'alice', ...decide })).status).toBe(403);
    expect((await send('POST', approval, { as: 'bob', ...decide })).status).toBe(200);
    expect(await balance()).toMatchObject({ available: '68000' });
  });

  it('the ledger and the audit logs are intact at the end of the day', async () => {
    expect(await command('ledgerCheck')).toBe('The ledger is consistent.\n');
    expect(await command('auditVerify')).toContain('The audit logs are intact');
  });
});
