import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import type { ChannelConnections } from '#server/gateway/channels/ChannelConnections.ts';
import { createMetrics } from '#server/process/createMetrics.ts';
import { AUTHORISED } from '../../access/authorisation/authorisedCalls.ts';
import { digestOfTenants } from '../../access/authorisation/digestOfTenants.ts';
import { findRecords } from '../../access/authorisation/findRecords.ts';
import { Actions, otherThan, rowsOf, SIDES, STEP_KINDS, testModeWorld, type TestModeWorld } from './testModeWorld.ts';

const UNKNOWN_ID = '01990000-0000-7000-8000-000000000000';

/** These are shared by both sides. */
const SHARED = /^\w+ \/(users|roles|role-\w+|menus|sessions)\b/;

const answerSchema = z.object({ code: z.int(), msg: z.string() });

describe('records of the other side', () => {
  let world: TestModeWorld;
  beforeAll(async () => {
    world = await testModeWorld();
    const actions = new Actions(world);
    for (const side of SIDES) {
      for (const kind of STEP_KINDS) await actions.take({ side, kind, amount: 50_077 });
    }
  });
  afterAll(() => world.close());

  async function answerTo(call: string, id: string, token: string) {
    const [method, path = ''] = call.split(' ');
    const { statusCode, ...answer } = await world.call({
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(method),
      url: `/prod-api${path.replace(':id', id)}`,
      ...(method === 'GET' ? {} : { payload: { pay_password: DEMO_PAY_PASSWORD } }),
      token,
    });
    const { code, msg } = answerSchema.parse(answer.json());
    return [statusCode, code, msg];
  }

  it.each(SIDES)('are unknown to every call of the %s side, and stay unchanged', async (side) => {
    const recordOf = findRecords(world.db);
    const other = world.ids[otherThan(side)];
    const before = await digestOfTenants(world.db, { except: world.ids[side] });
    const tried = new Set<string>();
    for (const call of AUTHORISED.keys()) {
      if (!call.includes('/:id') || SHARED.test(call)) continue;
      const id = await recordOf(call, { of: other, unseenBy: world.ids[side] });
      if (id === null) continue;
      const answer = await answerTo(call, id, world.tokens[side]);
      expect([call, ...answer]).toEqual([call, ...(await answerTo(call, UNKNOWN_ID, world.tokens[side]))]);
      expect([call, answer[0] === 200]).toEqual([call, false]);
      tried.add(call.split('/')[1] ?? '');
    }
    expect(await digestOfTenants(world.db, { except: world.ids[side] })).toEqual(before);
    const money = [
      'orders',
      'payouts',
      'refunds',
      'deposits',
      'withdrawals',
      'payment-requests',
      'bankcards',
      'ledgers',
    ];
    expect([...tried]).toEqual(expect.arrayContaining(money));
  });

  it('of the test side are unknown to the platform’s operators in all lists and decisions', async () => {
    const { login_token: operator } = await world.signIn('operator');
    const { kysely } = world.db;
    const made = async (table: 'deposits' | 'withdrawals') =>
      (await kysely.selectFrom(table).where('merchant_id', '=', world.ids.test).select('id').execute()).map(
        ({ id }) => id,
      );
    const ids = { 'deposit-reviews': await made('deposits'), 'withdrawal-reviews': await made('withdrawals') };
    for (const [segment, found] of Object.entries(ids)) {
      expect(found).not.toEqual([]);
      for (const call of AUTHORISED.keys()) {
        if (!call.includes(`/${segment}/:id`)) continue;
        for (const id of found) {
          const asked = await answerTo(call, id, operator);
          expect([call, ...asked]).toEqual([call, ...(await answerTo(call, UNKNOWN_ID, operator))]);
        }
      }
    }
  });
});

/** A bank that reports success and records what it was sent. */
function rememberingBank() {
  const sent: string[] = [];
  const settle = async ({ merchantId }: { merchantId: string }) => {
    sent.push(merchantId);
    return { status: 'success', channelOrderNo: 'B1' } as const;
  };
  const sending = { send: settle, query: settle };
  const collections = { open: settle, ask: settle, close: settle };
  const connection = { adapter: 'bank', books: 'bank', payouts: sending, refunds: sending, collections };
  const connections: ChannelConnections = new Map([['*', connection]]);
  return { sent, connections };
}

it('a bank connected to all channels receives live data, and no test order, payout or refund', async () => {
  const { sent, connections } = rememberingBank();
  const metrics = createMetrics();
  const world = await testModeWorld({ app: { channels: connections, metrics } });
  const actions = new Actions(world);
  const counted = async () => /orders_ended_total\{[^}]*status="success"[^}]*\} (\d+)/.exec(await metrics.text())?.[1];
  const ofTest = ['collect', 'payout', 'request', 'refund'] as const;
  for (const kind of ofTest) await actions.take({ side: 'test', kind, amount: 50_000 });
  await world.work();
  expect(sent.filter((merchantId) => merchantId === world.ids.test)).toEqual([]);
  for (const list of ['orders', 'payouts', 'refunds']) {
    expect((await rowsOf(world, 'test', list)).map(({ status }) => status)).toContain('success');
  }
  const before = await counted();
  for (const kind of ofTest) await actions.take({ side: 'live', kind, amount: 50_000 });
  await world.work();
  expect(sent.filter((merchantId) => merchantId === world.ids.live).length).toBeGreaterThanOrEqual(ofTest.length);
  expect([before, await counted()]).toEqual([undefined, '2']);
  await world.close();
});
