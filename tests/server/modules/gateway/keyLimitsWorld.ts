import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { AppOptions } from '#server/AppOptions.ts';
import type { Db } from '#server/db/connect.ts';
import { inTenant } from '#server/db/rows.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { sealKey, tailOf } from '#server/modules/signingKeys/merchantKeys.ts';
import { book } from '#server/money/book.ts';
import { type Answer, gatewayWorld, MERCHANT, type Parameters as CallParameters } from './gatewayWorld.ts';

export interface TestKey {
  id: string;
  key: string;
}

/** More than the tests pay, in minor units. */
const FUNDS = 10_000_000_000n;

/** A merchant's server with keys of its own, and the users who decide about what it asks for. */
export async function keyLimitsWorld(kind: Db['kind'], app: Partial<AppOptions> = {}) {
  const world = await gatewayWorld(kind, { gateway: { orderMinutes: 30, callsPerMinute: 1_000_000 }, ...app });
  const { kysely } = world.db;
  const merchantId = await world.merchantId(MERCHANT);
  await kysely.deleteFrom('order_jobs').execute();
  let numbers = 0;
  await world.db.transaction((tx) =>
    book(tx, { merchantId, currency: 'CNY', at: world.clock.now() }, [
      { event: { kind: 'adjusted', amount: FUNDS }, businessId: uuidv7(), businessOrderNo: 'A0' },
    ]),
  );

  async function newKey(
    perCall: bigint | null,
    perDay: bigint | null,
    makers: readonly string[] = [],
  ): Promise<TestKey> {
    const [id, at] = [uuidv7(), world.clock.now()];
    const key = id.replaceAll('-', '');
    const [creator_id = null, approver_id = null] = makers;
    const row = {
      merchant_id: merchantId,
      id,
      name: `Key ${(numbers += 1)}`,
      addresses: '',
      sign_types: 'hmac' as const,
    };
    const stored = {
      key_value: sealKey(world.cipher.encrypt, id, key),
      key_tail: tailOf(key),
      creator_id,
      approver_id,
    };
    const scopes = { may_collect: true, may_pay: true, may_query: true, ends_at: null, end_reason: null };
    const limits = { per_call_limit: perCall, per_day_limit: perDay };
    const times = { last_used_at: null, last_used_ip: null, revision: 1, created_at: at, updated_at: at };
    await kysely
      .insertInto('signing_keys')
      .values({ ...row, ...stored, ...scopes, ...limits, ...times })
      .execute();
    return { id, key };
  }

  function call(name: string, { key }: TestKey, parameters: CallParameters): Promise<Answer> {
    return world.send(name, world.signed({ ...world.common(MERCHANT), ...parameters }, key));
  }

  return {
    ...world,
    ofMerchant: merchantId,
    newKey,
    /** Deletes all keys, because a merchant has fewer than the tests need. */
    noKeys: () => kysely.deleteFrom('signing_keys').where('merchant_id', '=', merchantId).execute(),
    call,
    newNo: (of: string) => `${of}-${(numbers += 1)}`,
    payout: (key: TestKey, amount: bigint, merchant_order_no: string, change: CallParameters = {}) =>
      call('payout', key, {
        merchant_order_no,
        amount: String(amount),
        channel: 'cn_payout_bank',
        payee_name: '李雷',
        card_number: '6222020200112233445',
        bank_name: '中国银行',
        ...change,
      }),
    queried: async (key: TestKey, type: string, no: string) =>
      (await call('query', key, { type, [type === 'refund' ? 'merchant_refund_no' : 'merchant_order_no']: no })).data,
    async settle() {
      while ((await world.payouts.step()) > 0);
      world.clock.advance(5);
      while ((await world.payouts.step()) > 0);
    },
    over: (keys_over_limit: 'refuse' | 'approve') =>
      kysely.updateTable('merchants').set({ keys_over_limit }).where('merchant_id', '=', merchantId).execute(),
    /** The `data` of a call of the console. */
    async consoleData(asked: Parameters<typeof world.call>[0]): Promise<unknown> {
      return z.object({ data: z.unknown() }).parse((await world.call(asked)).json()).data;
    },
    userId: async (username: string) =>
      (await kysely.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()).id,
    /** Decides about the request of a payout, or about a refund. */
    async decide(token: string, resource: 'payment-requests' | 'refunds', id: string, verb: 'approve' | 'reject') {
      const payload = verb === 'approve' ? { pay_password: DEMO_PAY_PASSWORD } : { reject_reason: 'Not ours' };
      const url = `/prod-api/${resource}/${id}/${verb}`;
      const headers = { 'idempotency-key': uuidv7() };
      const answer = await world.call({ method: 'POST', url, token, payload, headers });
      return { status: answer.statusCode, body: z.looseObject({ data: z.unknown() }).parse(answer.json()) };
    },
    requestOf: (merchantOrderNo: string) =>
      kysely
        .selectFrom('payment_requests as r')
        .innerJoin('payouts as p', inTenant('p.payment_request_id', 'r.id'))
        .where('p.merchant_order_no', '=', merchantOrderNo)
        .selectAll('r')
        .executeTakeFirstOrThrow(),
  };
}

export type KeyLimitsWorld = Awaited<ReturnType<typeof keyLimitsWorld>>;
