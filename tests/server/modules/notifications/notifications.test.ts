import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { NotificationKind } from '#shared/contract/notifications.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { notify } from '#server/modules/notifications/service.ts';
import { forgetOldNotifications, KEPT_DAYS } from '#server/modules/notifications/module.ts';
import { createAdjustments } from '#server/modules/adjustments/service.ts';
import { createDeposits } from '#server/modules/deposits/service.ts';
import { createPaymentRequests } from '#server/modules/paymentRequests/service.ts';
import { createPayees } from '#server/modules/payees/service.ts';
import { createPayouts } from '#server/modules/payouts/service.ts';
import { createWithdrawals } from '#server/modules/withdrawals/service.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const DAY = 86_400;
const listSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      data: z.record(z.string(), z.string()),
      read_at: z.string().nullable(),
    }),
  ),
  has_more: z.boolean(),
});
const unreadSchema = z.object({ count: z.int(), newest: z.object({ kind: z.string() }).nullable() });

describe('the notifications of users', () => {
  let world: World;
  let merchantId: string;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    const users = await world.db.kysely.selectFrom('users').select(['username', 'id', 'merchant_id']).execute();
    for (const { username, id, merchant_id } of users) {
      ids.set(username, id);
      if (username === 'demo') merchantId = merchant_id;
    }
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.db.kysely.deleteFrom('notifications').execute();
    await world.db.kysely.updateTable('users').set({ muted_notifications: '[]' }).execute();
  });

  const actor = (username: string, of = merchantId) => {
    return { merchantId: of, userId: ids.get(username) ?? '', ip: '127.0.0.1', userAgent: null };
  };
  /** The notifications and their recipients. */
  async function told(): Promise<string[]> {
    const rows = await world.db.kysely
      .selectFrom('notifications as n')
      .innerJoin('users as u', (join) =>
        join.onRef('u.merchant_id', '=', 'n.merchant_id').onRef('u.id', '=', 'n.user_id'),
      )
      .select(['u.username', 'n.kind', 'n.data'])
      .execute();
    return rows.map(({ username, kind, data }) => `${username}: ${kind} ${data['status'] ?? ''}`.trim()).toSorted();
  }
  /** Pending requests with their recipients, and the outcomes of all others. */
  async function waiting(): Promise<{ open: string[]; outcomes: string[] }> {
    const rows = await world.db.kysely
      .selectFrom('notifications')
      .where('kind', 'like', '%waiting')
      .select(['user_id', 'kind', 'data', 'read_at'])
      .execute();
    const nameOf = (userId: string) => [...ids].find(([, id]) => id === userId)?.[0] ?? '';
    return {
      open: rows.filter((row) => row.read_at === null).map((row) => `${nameOf(row.user_id)}: ${row.kind}`),
      outcomes: rows.flatMap(({ kind, data }) => (data['outcome'] ? `${kind} ${data['outcome']}` : [])).toSorted(),
    };
  }
  const send = (kind: NotificationKind, more: object = {}) =>
    world.db.transaction((tx) =>
      notify(tx, { merchantId, kind, data: { number: 'R1' }, at: world.clock.now(), ...more }),
    );

  async function get<S extends z.ZodType>(schema: S, path: string, token: string): Promise<z.output<S>> {
    const answer = await world.call({ method: 'GET', url: `/prod-api${path}`, token });
    return schema.parse(answer.json<{ data: unknown }>().data);
  }

  it('are sent to all who may decide except the requester, and the decision to the requester', async () => {
    const means = { clock: world.clock, cipher: world.cipher };
    const requests = createPaymentRequests({ ...means, payouts: createPayouts(means), payees: createPayees(means) });
    const channel = await world.db.kysely
      .selectFrom('channels')
      .where('merchant_id', '=', merchantId)
      .where('type', '=', 'payout')
      .where('status', '=', 'enabled')
      .selectAll()
      .executeTakeFirstOrThrow();
    const { approval_threshold: threshold } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_id', '=', merchantId)
      .select('approval_threshold')
      .executeTakeFirstOrThrow();
    const wish = {
      channel_id: channel.id,
      payee_name: 'Bo',
      card_number: '6222020200112233445',
      bank_name: 'Bank',
      branch_name: null,
      amount: threshold + 1n,
      remark: null,
    };
    const maker = actor('demo');
    const { id } = await world.db.transaction((tx) => requests.request(tx, maker, wish));
    expect(await told()).toEqual(['checker: payment_request_waiting pending']);
    expect(await waiting()).toEqual({ open: ['checker: payment_request_waiting'], outcomes: [] });
    await world.db.transaction((tx) => requests.reject(tx, actor('checker'), id, 'why'));
    expect(await waiting()).toEqual({ open: [], outcomes: ['payment_request_waiting rejected'] });
    expect(await told()).toEqual(['checker: payment_request_waiting pending', 'demo: payment_request_decided reject']);
  });

  it("are sent to the platform's reviewers with the merchant’s name, and the decision to the requester", async () => {
    const { kysely } = world.db;
    const deposits = createDeposits(world);
    const withdrawals = createWithdrawals(world);
    const adjustments = createAdjustments(world);
    const maker = actor('demo');
    const operator = actor('operator', PLATFORM_ID);
    const channel = await kysely
      .selectFrom('channels')
      .where('merchant_id', '=', merchantId)
      .where('type', '=', 'deposit')
      .where('status', '=', 'enabled')
      .select(['id', 'min_amount'])
      .executeTakeFirstOrThrow();
    const card = await kysely
      .selectFrom('bankcards')
      .where('merchant_id', '=', merchantId)
      .where('status', '=', 'enabled')
      .where('usable_at', '<', world.clock.now())
      .select('id')
      .executeTakeFirstOrThrow();
    const wish = { channel_id: channel.id, amount: channel.min_amount + 100_000n, payer_name: 'Ana', remark: null };
    const deposit = await world.db.transaction((tx) => deposits.request(tx, maker, wish));
    await world.db.transaction((tx) => deposits.pass(tx, operator, { merchantId, id: deposit.id }));
    const withdrawal = await world.db.transaction((tx) =>
      withdrawals.request(tx, maker, { bankcard_id: card.id, amount: 50_000n, remark: null }),
    );
    await world.db.transaction((tx) => withdrawals.reject(tx, operator, { merchantId, id: withdrawal.id }, 'why'));
    const correction = { merchantId, currency: 'CNY', amount: 1n, reason: 'why' };
    await world.db.transaction((tx) => adjustments.request(tx, operator, correction));
    expect(await told()).toEqual([
      'demo: deposit_decided pass',
      'demo: withdrawal_decided rejected',
      'operator2: adjustment_waiting pending',
      'operator2: deposit_waiting pending_payment',
      'operator2: withdrawal_waiting pending',
      'operator: deposit_waiting pending_payment',
      'operator: withdrawal_waiting pending',
    ]);
    expect(await waiting()).toEqual({
      open: ['operator2: adjustment_waiting'],
      outcomes: [
        'deposit_waiting approved',
        'deposit_waiting approved',
        'withdrawal_waiting rejected',
        'withdrawal_waiting rejected',
      ],
    });
    const { login_token: token } = await world.signIn('operator');
    const { items } = await get(listSchema, '/notifications', token);
    expect(items.every(({ data, read_at }) => data['by'] !== undefined && read_at !== null)).toBe(true);
    expect(items.map(({ data }) => data['merchant'])).toContain(
      (
        await kysely
          .selectFrom('merchants')
          .where('merchant_id', '=', merchantId)
          .select('name')
          .executeTakeFirstOrThrow()
      ).name,
    );
  });

  it('leave out kinds that a user has switched off, except security', async () => {
    const { login_token: token } = await world.signIn('demo');
    await world.db.kysely.deleteFrom('notifications').execute();
    const choose = (kind: NotificationKind, isOn: boolean) =>
      world.call({ method: 'PUT', url: '/prod-api/own-account/notifications', token, payload: { kind, is_on: isOn } });
    const userIds = [ids.get('demo') ?? null];
    expect((await choose('deposit_decided', false)).statusCode).toBe(200);
    await send('deposit_decided', { userIds });
    expect(await told()).toEqual([]);
    expect((await choose('sign_in', false)).statusCode).toBe(422);
    await send('key_changed', { userIds });
    expect((await choose('deposit_decided', true)).statusCode).toBe(200);
    await send('deposit_decided', { userIds: [...userIds, null] });
    await send('deposit_decided', { userIds, except: userIds[0] });
    expect(await told()).toEqual(['demo: deposit_decided', 'demo: key_changed']);
  });

  it('report a sign-in from a new address once', async () => {
    const signIn = async (ip: string) => {
      world.clock.advance(30);
      const payload = { username: 'viewer', password: DEMO_PASSWORD, totp_code: await world.totpCode() };
      return world.call({ method: 'POST', url: '/prod-api/login', payload, remoteAddress: ip });
    };
    await world.signIn('viewer');
    expect(await told()).toEqual([]);
    await signIn('192.0.2.7');
    await signIn('192.0.2.7');
    expect(await told()).toEqual(['viewer: sign_in']);
  });

  it('are visible to their recipient only, can be read one by one or up to one, and are deleted after 90 days', async () => {
    const { login_token: token } = await world.signIn('demo');
    const { login_token: other } = await world.signIn('checker');
    await world.db.kysely.deleteFrom('notifications').execute();
    for (let count = 0; count < 22; count += 1) {
      world.clock.advance(1);
      await send('deposit_decided', { userIds: [ids.get('demo'), ids.get('checker')] });
    }
    const first = await get(listSchema, '/notifications', token);
    expect([first.items.length, first.has_more]).toEqual([20, true]);
    const rest = await get(listSchema, `/notifications?before=${first.items.at(-1)?.id}`, token);
    expect([rest.items.length, rest.has_more]).toEqual([2, false]);
    const read = (payload: object) =>
      world.call({ method: 'POST', url: '/prod-api/notifications/read', token, payload });
    await read({ id: first.items[3]?.id });
    expect(await get(unreadSchema, '/notifications/unread', token)).toMatchObject({ count: 21 });
    // One that arrived after the list was rendered stays unread.
    await read({ up_to: first.items[1]?.id });
    expect(await get(unreadSchema, '/notifications/unread', token)).toMatchObject({ count: 1 });
    expect(await get(unreadSchema, '/notifications/unread', other)).toMatchObject({ count: 22 });

    world.clock.advance(KEPT_DAYS * DAY + 1);
    await forgetOldNotifications(world.db, world.clock.now());
    expect(await world.db.kysely.selectFrom('notifications').select('id').execute()).toEqual([]);
  });
});
