import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { moneyFormSchema } from '#shared/contract/moneyForms.ts';
import { loginDataSchema } from '#shared/contract/session.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const answerSchema = z.object({ data: z.unknown() });
const recordSchema = z.looseObject({ id: z.string() });
const refusalSchema = z.object({ errors: z.record(z.string(), z.string()) });

const CODE = 'cn_deposit_bank';
const NONE = { bank_name: null, account_holder: null, account_number: null, branch_name: null, reference: null };
const OTHER = {
  bank_name: 'Harbour Bank',
  account_holder: 'Harbour Pay Ltd',
  account_number: 'GB33 0000 1234-5678',
  branch_name: 'London',
  reference: null,
};

describe('payment instructions', () => {
  let world: World;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    for (const name of ['operator', 'operator2', 'demo']) tokens[name] = (await world.signIn(name)).login_token;
  });
  afterAll(() => world.close());

  async function call(user: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
    const headers = { 'idempotency-key': randomUUID() };
    const token = tokens[user] ?? '';
    const answer = await world.call({ method, url: `/prod-api/${url}`, token, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, data: answerSchema.parse(answer.json()).data };
  }
  async function record(user: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
    return recordSchema.parse((await call(user, method, url, payload)).data);
  }
  async function channel(user: 'operator' | 'demo', endpoint: string) {
    const { data } = await call(user, 'GET', `${endpoint}?range=[0,99]`);
    const found = z
      .array(recordSchema)
      .parse(data)
      .find((one) => one['code'] === CODE);
    if (!found) throw new Error(`${user} has no ${CODE}`);
    return found;
  }
  const platformChannel = () => channel('operator', 'platform-channels');
  const change = async (values: object) =>
    call('operator', 'PUT', `platform-channels/${(await platformChannel()).id}`, values);
  /** By two operators. */
  async function changed(values: object): Promise<void> {
    const { pending_change: waits } = recordSchema.parse((await change(values)).data);
    const url = `operator-requests/${String(waits)}/approve`;
    const { status } = await call('operator2', 'POST', url, { pay_password: DEMO_PAY_PASSWORD });
    expect(status).toBe(200);
  }
  const form = async (user = 'demo') => moneyFormSchema.parse((await call(user, 'GET', 'deposits/form')).data);
  async function deposit(values: object = {}, user = 'demo') {
    const [open] = (await form(user)).channels;
    return call(user, 'POST', 'deposits', { channel_id: open?.id, amount: '50000', payer_name: 'Ana', ...values });
  }

  it('are offered with the channel, and copied to the deposit with its number', async () => {
    const { bank_name, account_holder, account_number, branch_name, reference } = await platformChannel();
    const instructions = { bank_name, account_holder, account_number, branch_name, reference };
    expect((await form()).channels.map((one) => one.instructions)).toEqual([instructions]);
    const { data } = await deposit();
    const made = recordSchema.parse(data);
    expect(made).toMatchObject({
      ...instructions,
      reference: `${String(reference)} ${String(made['deposit_no'])}`,
    });
  });

  it('of a pending deposit stay as they are when the channel gets others, which takes two operators', async () => {
    const before = recordSchema.parse((await deposit()).data);
    const waiting = await change(OTHER);
    expect(waiting.data).toMatchObject({
      account_number: before['account_number'],
      pending_change: expect.any(String),
    });
    expect((await form()).channels[0]?.instructions?.account_number).toBe(before['account_number']);
    await call('operator', 'POST', `operator-requests/${String(recordSchema.parse(waiting.data)['pending_change'])}/cancel`, {}); // prettier-ignore
    await changed(OTHER);
    expect((await form()).channels.map((one) => one.instructions)).toEqual([OTHER]);
    const { account_number, reference } = await record('demo', 'GET', `deposits/${before.id}`);
    expect([account_number, reference]).toEqual([before['account_number'], before['reference']]);
    const after = recordSchema.parse((await deposit()).data);
    expect(after).toMatchObject({ ...OTHER, reference: after['deposit_no'] });
    const logged = world.db.kysely.selectFrom('audit_logs').where('action', '=', 'platform_channels.edit');
    expect(await logged.select('after').execute()).toContainEqual({ after: OTHER });
  });

  it.each([
    ['without a bank', { bank_name: null }, ['bank_name']],
    ['with a reference alone', { ...NONE, reference: 'DEP' }, ['bank_name', 'account_holder', 'account_number']],
    ['with a full-width number', { account_number: '１２３４' }, ['account_number']],
  ])('are refused %s', async (_what, values, fields) => {
    const { status, data } = await change(values);
    expect([status, Object.keys(refusalSchema.parse(data).errors)]).toEqual([422, fields]);
  });

  it('are not kept for a channel that takes no deposits', async () => {
    const terms = { rate_bps: 0, fixed_fee: '0', deduction: 'inner', min_amount: '1', max_amount: '100' };
    const made = { name: 'P', code: 'p', type: 'payout', currency: 'CNY', status: 'disabled', ...terms, ...OTHER };
    expect(await record('operator', 'POST', 'platform-channels', made)).toMatchObject(NONE);
  });

  it('tell the operator what to match, and what the payer sent before', async () => {
    const paid = (await deposit({ payer_name: 'ＭÜLLER & Söhne' })).data;
    const facts = async (id: string) => record('operator', 'GET', `deposit-reviews/${id}`);
    const first = recordSchema.parse(paid);
    expect(await facts(first.id)).toMatchObject({
      reference: first['deposit_no'],
      account_number: OTHER.account_number,
      payer_deposits: 0,
      payer_total: null,
      payer_last_at: null,
    });
    for (const user of ['operator', 'operator2'])
      await call(user, 'POST', `deposit-reviews/${first.id}/pass`, { pay_password: DEMO_PAY_PASSWORD });
    const second = recordSchema.parse((await deposit({ payer_name: 'Müller & söhne' })).data);
    expect(await facts(second.id)).toMatchObject({
      payer_deposits: 1,
      payer_total: '50000',
      payer_last_at: first['created_at'],
    });
  });

  it('are needed to offer a channel: without them the form, the quote and the request say why', async () => {
    const own = await channel('demo', 'channels');
    await changed(NONE);
    expect(await platformChannel()).toMatchObject({ status: 'enabled', connection: 'no_account' });
    expect(await form()).toMatchObject({ channels: [], is_connected: true, has_account: false });
    expect(await channel('demo', 'channels')).toMatchObject({ status: 'disabled' });
    for (const url of ['deposits/quote', 'deposits']) {
      const asked = { channel_id: own.id, amount: '50000', ...(url === 'deposits' && { payer_name: 'Ana' }) };
      const { status, data } = await call('demo', 'POST', url, asked);
      expect([status, refusalSchema.parse(data).errors['channel_id']]).toEqual([
        422,
        'This channel has no account to pay deposits to. Choose another, or ask the payment company.',
      ]);
    }
  });

  it('are not needed in test mode, where nothing is sent', async () => {
    const { data } = await call('demo', 'POST', 'test-mode/enter');
    tokens['test'] = loginDataSchema.parse(data).login_token;
    const { channels, has_account } = await form('test');
    expect([channels.length > 0, channels.every((one) => one.instructions === null), has_account]).toEqual([
      true,
      true,
      true,
    ]);
    const made = await deposit({}, 'test');
    expect(made).toMatchObject({ status: 200, data: { status: 'pass', ...NONE } });
  });
});
