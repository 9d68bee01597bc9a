import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { moneyFormSchema } from '#shared/contract/moneyForms.ts';
import { userInfoSchema } from '#shared/contract/session.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import type { ChannelAdapter } from '#server/gateway/channels/ChannelAdapter.ts';
import type { NamedConnection } from '#server/gateway/channels/ChannelConnections.ts';
import { writeConnections } from '#server/gateway/channels/connectChannels.ts';
import { createSandbox } from '#server/gateway/channels/sandbox/createSandbox.ts';
import { gatewayWorld, type GatewayWorld, refusalOf } from '../../modules/gateway/gatewayWorld.ts';

const [COLLECTING, PAYING_OUT] = ['cn_qr_yun', 'cn_payout_bank'];
const PAYEE = { payee_name: 'Ana', bank_name: 'BOC', card_number: '6222020200112233445' };

describe('channels without an adapter', () => {
  let world: GatewayWorld;
  const channels = new Map<string, NamedConnection>();
  let numbers = 0;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE, { channels, tellsOfSandbox: true });
    await world.db.kysely.deleteFrom('order_jobs').execute();
  });
  afterAll(() => world.close());

  /** Connects the channels as at a server's start. */
  async function connect(named: Readonly<Record<string, NamedConnection>>): Promise<void> {
    channels.clear();
    for (const [code, connection] of Object.entries(named)) channels.set(code, connection);
    await writeConnections(world.db, channels, world.clock.now());
  }
  function bank(books: string, told: string[] = [], change: Partial<ChannelAdapter> = {}): NamedConnection {
    const { send, query } = { ...createSandbox(world), ...change };
    const payouts: ChannelAdapter = {
      send: (payout, signal) => (told.push(`send ${payout.orderNo}`), send(payout, signal)),
      query: (order, signal) => (told.push(`query ${order.orderNo}`), query(order, signal)),
    };
    return { adapter: 'http-bank', books, payouts };
  }
  const next = () => ({ merchant_order_no: `N-${(numbers += 1)}`, amount: '12300' });
  const collect = () => world.ask('collect', { ...next(), channel: COLLECTING ?? '' });
  const payout = () => world.ask('payout', { ...next(), ...PAYEE, channel: PAYING_OUT ?? '' });
  async function work(): Promise<void> {
    world.clock.advance(601);
    while ((await world.payouts.step()) + (await world.collecting.step()) > 0);
  }
  const statusOf = async (table: 'orders' | 'payouts', orderNo: unknown) =>
    (
      await world.db.kysely
        .selectFrom(table)
        .where('order_no', '=', z.string().parse(orderNo))
        .select('status')
        .executeTakeFirst()
    )?.status;
  async function answered(username: string, url: string, body?: object) {
    const { login_token: token } = await world.signIn(username);
    const answer = await world.call({ token, url, ...(body && { method: 'POST', payload: body }) });
    return z.object({ data: z.unknown(), msg: z.string() }).parse(answer.json());
  }
  async function platformChannels() {
    const { data } = await answered('operator', '/prod-api/platform-channels?range=[0,29]');
    const rows = z
      .array(z.object({ code: z.string(), connection: z.string(), adapter: z.string().nullable() }))
      .parse(data);
    return new Map(rows.map(({ code, connection, adapter }) => [code, [connection, adapter]]));
  }

  it('take no orders, and the gateway says so', async () => {
    await connect({});
    for (const answer of [await collect(), await payout()]) {
      expect(refusalOf(answer)).toMatchObject({ status: 422, reasons: { channel: 'channel_not_connected' } });
    }
  });

  it('close the payment form with an explanation, and leave forms open that operators settle', async () => {
    const form = async (name: string) => moneyFormSchema.parse((await answered('demo', `/prod-api/${name}/form`)).data);
    expect(await form('payment-requests')).toMatchObject({ channels: [], is_connected: false });
    for (const name of ['deposits', 'withdrawals']) {
      const { channels: open, is_connected } = await form(name);
      expect([open.length > 0, is_connected]).toEqual([true, true]);
    }
    const id = await world.db.kysely
      .selectFrom('channels')
      .where('merchant_id', '=', await world.merchantId('M100001'))
      .where('code', '=', PAYING_OUT ?? '')
      .select('id')
      .executeTakeFirstOrThrow();
    const quote = await answered('demo', '/prod-api/payment-requests/quote', { amount: '10000', channel_id: id.id });
    expect(quote.data).toMatchObject({ errors: { channel_id: expect.stringContaining('isn’t connected') } });
  });

  it('are listed as not connected for operators, and as disabled for merchants', async () => {
    const listed = await platformChannels();
    expect(listed.get(COLLECTING ?? '')).toEqual(['not_connected', null]);
    expect(listed.get('cn_deposit_bank')).toEqual(['by_hand', null]);
    const { data } = await answered('demo', '/prod-api/channel/list');
    const own = z.array(z.object({ code: z.string(), status: z.string() })).parse(data);
    expect(own.find(({ code }) => code === COLLECTING)?.status).toBe('disabled');
  });

  it('are used once they are connected, each for what its adapter supports', async () => {
    await connect({ [PAYING_OUT ?? '']: bank('A'), [COLLECTING ?? '']: bank('A') });
    const listed = await platformChannels();
    expect(listed.get(PAYING_OUT ?? '')).toEqual(['connected', 'http-bank']);
    expect(listed.get(COLLECTING ?? '')).toEqual(['not_connected', null]);
    const { status, data } = await payout();
    expect(status).toBe(201);
    await work();
    expect(await statusOf('payouts', data['order_no'])).toBe('success');
  });

  it('leave an earlier payout waiting, and nothing else', async () => {
    const { data } = await payout();
    await connect({});
    await work();
    expect(await statusOf('payouts', data['order_no'])).toBe('pending');
    await connect({ [PAYING_OUT ?? '']: bank('A') });
    await work();
    expect(await statusOf('payouts', data['order_no'])).toBe('success');
  });

  it('never send a payout to a second bank that the first one may have paid', async () => {
    const silent = () => Promise.reject(new Error('the line broke'));
    await connect({ [PAYING_OUT ?? '']: bank('A', [], { send: silent, query: silent }) });
    const { data } = await payout();
    await work();
    const second: string[] = [];
    await connect({ [PAYING_OUT ?? '']: bank('B', second) });
    await work();
    expect([second, await statusOf('payouts', data['order_no'])]).toEqual([[], 'processing']);
    const first: string[] = [];
    await connect({ [PAYING_OUT ?? '']: bank('A', first) });
    await work();
    expect(await statusOf('payouts', data['order_no'])).toBe('success');
    expect(first).toEqual([`query ${String(data['order_no'])}`, `send ${String(data['order_no'])}`]);
  });

  it('close an order that no bank was ever sent when it expires', async () => {
    await connect({ [COLLECTING ?? '']: { adapter: 'http-bank', books: 'A', collections: NOBODY } });
    channels.clear();
    const { data } = await collect();
    expect(data['status']).toBe('pending');
    for (let times = 0; times < 4; times += 1) await work();
    expect(await statusOf('orders', data['order_no'])).toBe('closed');
  });

  it.each(['demo', 'operator'])('are reported to %s if the sandbox replaces them outside a demo', async (username) => {
    const { login_token: token } = await world.signIn(username);
    const { data } = await answered(username, `/prod-api/vue-element-admin/user/info?token=${token}`);
    expect(userInfoSchema.parse(data).sandbox).toBe(true);
  });
});

const never = () => Promise.reject(new Error('it must not be asked'));
const NOBODY = { open: never, ask: never, close: never };
