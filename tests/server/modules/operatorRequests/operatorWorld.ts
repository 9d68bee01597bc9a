import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

export const PROOF = { pay_password: DEMO_PAY_PASSWORD };
/** What one operator decides alone, in minor units. */
export const LIMIT = 100_000n;

const answerSchema = z.object({
  data: z.looseObject({
    id: z.string().optional(),
    error: z.string().optional(),
    status: z.string().optional(),
    pending_change: z.string().nullish(),
  }),
});

const declarationSchema = z.object({
  fields: z.array(z.looseObject({ source: z.string(), choices: z.array(z.object({ id: z.string() })).optional() })),
});

/** Acts that the declaration has a name for. */
async function declaredActs(): Promise<readonly string[]> {
  const file = new URL('../../../../resources/operator_requests.json', import.meta.url);
  const { fields } = declarationSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  return fields.find(({ source }) => source === 'act')?.choices?.map(({ id }) => id) ?? [];
}

/** A world shared by the tests of the surrounding `describe`, with a low limit and nothing decided within a day. */
export function openedOperators() {
  let world: World;
  let merchantId: string;
  const tokens: Record<string, string> = {};
  const kysely = () => world.db.kysely;

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 60 });
    for (const name of ['demo', 'operator', 'operator2']) tokens[name] = (await world.signIn(name)).login_token;
    const tenants = kysely().selectFrom('merchants').where('merchant_no', '=', 'M100001');
    ({ merchant_id: merchantId } = await tenants.select('merchant_id').executeTakeFirstOrThrow());
    await kysely().updateTable('platform_limits').set({ amount: LIMIT }).where('currency', '=', 'CNY').execute();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await kysely().deleteFrom('operator_requests').where('status', '=', 'pending').execute();
    // Sums are those of a day.
    await kysely()
      .updateTable('deposits')
      .set({ reviewed_at: new Date(0) })
      .where('reviewed_at', 'is not', null)
      .execute();
    await kysely()
      .updateTable('withdrawals')
      .set({ reviewed_at: new Date(0), marker_id: null })
      .where('reviewed_at', 'is not', null)
      .execute();
  });

  afterEach(async () => {
    const acts = await kysely().selectFrom('operator_requests').select('act').distinct().execute();
    expect(await declaredActs()).toEqual(expect.arrayContaining(acts.map(({ act }) => act)));
  });

  async function send(user: string, method: 'POST' | 'PUT' | 'GET', path: string, payload?: object) {
    const token = tokens[user] ?? '';
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await world.call({ method, url: `/prod-api/${path}`, token, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
  }
  const available = async () =>
    (
      await kysely()
        .selectFrom('wallets')
        .where('merchant_id', '=', merchantId)
        .select('available')
        .executeTakeFirstOrThrow()
    ).available;
  async function deposit(amount: bigint): Promise<string> {
    const channels = kysely()
      .selectFrom('channels')
      .where('merchant_id', '=', merchantId)
      .where('type', '=', 'deposit');
    const { id: channel_id } = await channels.where('status', '=', 'enabled').select('id').executeTakeFirstOrThrow();
    const asked = { channel_id, amount: amount.toString(), payer_name: 'Lin Trading' };
    const { data } = await send('demo', 'POST', 'deposits', asked);
    return z.string().parse(data.id);
  }
  /** ID of a bank card that withdrawals can go to. */
  async function usableCard(): Promise<string> {
    const cards = kysely()
      .selectFrom('bankcards')
      .where('merchant_id', '=', merchantId)
      .where('status', '=', 'enabled');
    const usable = cards.where('usable_at', '<', world.clock.now());
    return (await usable.select('id').executeTakeFirstOrThrow()).id;
  }
  const pass = (user: string, id: string) => send(user, 'POST', `deposit-reviews/${id}/pass`, PROOF);
  const approve = (user: string, id: string) => send(user, 'POST', `operator-requests/${id}/approve`, PROOF);
  const asked = async (id: string) =>
    kysely().selectFrom('operator_requests').where('record_id', '=', id).orderBy('id').selectAll().execute();

  return {
    get world() {
      return world;
    },
    get merchantId() {
      return merchantId;
    },
    kysely,
    send,
    available,
    deposit,
    usableCard,
    pass,
    approve,
    asked,
  };
}
