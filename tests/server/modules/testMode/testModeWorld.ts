import { z } from 'zod';
import { loginDataSchema } from '#shared/contract/session.ts';
import { sign } from '#shared/gateway/sign.ts';
import { signatureBase } from '#shared/gateway/signatureBase.ts';
import type { Db } from '#server/db/connect.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { findWrongSums } from '#server/figures/recountOrders.ts';
import { findViolations, type Violation } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { createMerchantKeys } from '#server/modules/signingKeys/merchantKeys.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World, type WorldOptions } from '#tests/support/world.ts';

export type Side = 'live' | 'test';
export const SIDES: readonly Side[] = ['live', 'test'];
export const otherThan = (side: Side): Side => (side === 'live' ? 'test' : 'live');

/** A merchant of the demo. */
export const MERCHANT = 'M100001';

export interface Answer {
  status: number;
  code: number;
  data: unknown;
}

/** The server, with one user of a merchant signed in on each side, and the merchant's server with a key for each. */
export interface TestModeWorld extends World {
  /** Tenant IDs of the two sides. */
  ids: Record<Side, string>;
  tokens: Record<Side, string>;
  enter(token: string): Promise<string>;
  get(side: Side, path: string): Promise<Answer>;
  post(side: Side, path: string, payload?: object): Promise<Answer>;
  keyOf(side: Side): Promise<string>;
  /** Makes a call of the merchant's server, signed with the key of a side. */
  gateway(side: Side, call: string, parameters: Readonly<Record<string, string>>): Promise<Answer>;
  /** Lets the workers settle all orders, payouts and refunds, without advancing the clock. */
  work(): Promise<void>;
  /** Violations in the ledger and the stored sums of a side. */
  violations(side: Side): Promise<Violation[]>;
}

const answerSchema = z.object({ code: z.int(), data: z.unknown() });

export async function testModeWorld(options: WorldOptions & { kind?: Db['kind'] } = {}): Promise<TestModeWorld> {
  const { kind = USUAL_DATABASE, ...rest } = options;
  const world = await startWorld(kind, { orders: 20, ...rest });
  const { db, clock, cipher } = world;
  const keys = createMerchantKeys({ db, clock, cipher, maxGraceHours: 0 });
  let calls = 0;

  async function enter(token: string): Promise<string> {
    const { data } = await call('POST', token, '/test-mode/enter');
    return loginDataSchema.parse(data).login_token;
  }
  async function call(method: 'GET' | 'POST', token: string, path: string, payload?: object): Promise<Answer> {
    calls += 1;
    const headers = { 'idempotency-key': `test-mode-call-${calls}-${path.length}` };
    const answer = await world.call({ method, url: `/prod-api${path}`, token, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
  }

  const live = (await world.signIn('demo')).login_token;
  const test = await enter((await world.signIn('demo')).login_token);
  const tenant = await db.kysely
    .selectFrom('merchants')
    .where('merchant_no', '=', MERCHANT)
    .where('type', '=', 'merchant')
    .select(['merchant_id', 'test_merchant_id'])
    .executeTakeFirstOrThrow();
  const ids = { live: tenant.merchant_id, test: tenant.test_merchant_id ?? '' };
  const tokens = { live, test };

  async function keyOf(side: Side): Promise<string> {
    const [key] = await keys.usableKeys(ids[side]);
    return key?.key ?? '';
  }

  return {
    ...world,
    ids,
    tokens,
    enter,
    keyOf,
    get: (side, path) => call('GET', tokens[side], path),
    post: (side, path, payload) => call('POST', tokens[side], path, payload),
    async gateway(side, name, parameters) {
      calls += 1;
      const stamp = { merchant_no: MERCHANT, timestamp: clock.now().toISOString(), nonce: `nonce-of-call-${calls}` };
      const signed = { ...stamp, sign_type: 'HMAC-SHA256', ...parameters };
      const signature = sign(signatureBase(Object.entries(signed)), await keyOf(side), 'HMAC-SHA256');
      const payload = JSON.stringify({ ...signed, sign: signature });
      const headers = { 'content-type': 'application/json' };
      const answer = await world.app.inject({ method: 'POST', url: `/gateway/${name}`, headers, payload });
      return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
    },
    async work() {
      // Each is opened or sent, queried, and queried again.
      for (let round = 0; round < 3; round += 1) {
        for (const table of ['order_jobs', 'payout_jobs', 'refund_jobs'] as const) {
          await db.kysely.updateTable(table).set({ due_at: clock.now() }).execute();
        }
        for (const worker of [world.collecting, world.payouts, world.refunding]) {
          while ((await worker.step()) > 0) continue;
        }
      }
    },
    violations: async (side) => [
      ...(await findViolations(db, side)),
      ...(await findBusinessViolations(db, side)),
      ...(await findWrongSums(db, side)),
    ],
  };
}

const rowsSchema = z.array(z.looseObject({ id: z.string() }));

/** All rows of a list, as a side sees them. */
export async function rowsOf(world: TestModeWorld, side: Side, endpoint: string) {
  const answer = await world.get(side, `/${endpoint}?range=${encodeURIComponent('[0,999]')}`);
  if (answer.status !== 200) throw new Error(`${endpoint} of the ${side} side: ${JSON.stringify(answer)}`);
  return rowsSchema.parse(answer.data);
}

export const STEP_KINDS = ['collect', 'payout', 'deposit', 'card', 'request', 'withdrawal', 'refund'] as const;

export interface Step {
  side: Side;
  kind: (typeof STEP_KINDS)[number];
  /** In minor units. */
  amount: number;
}

/** The amount of an order to be refunded partly, in minor units. */
const PAID = 100_000;

/** Takes steps on the two sides. */
export class Actions {
  readonly #world: TestModeWorld;
  #steps = 0;

  constructor(world: TestModeWorld) {
    this.#world = world;
  }

  /**
   * Takes a step.
   * @returns a number or name that only the created record has
   */
  async take({ side, kind, amount }: Step): Promise<string> {
    this.#steps += 1;
    const mark = `${side}-${String(this.#steps).padStart(4, '0')}`;
    const payee = { payee_name: mark, card_number: '6222021234567890', bank_name: 'Bank' };
    switch (kind) {
      case 'collect':
        await this.#collect(side, mark, amount);
        return mark;
      case 'payout': {
        const channel = String((await this.#channel(side, 'payout'))['code']);
        return this.#call(mark, side, 'payout', { merchant_order_no: mark, amount: String(amount), ...payee, channel });
      }
      case 'refund': {
        await this.#collect(side, `paid-${mark}`, PAID);
        await this.#world.work();
        const order = { merchant_order_no: `paid-${mark}`, amount: String(amount), reason: 'Returned' };
        return this.#call(mark, side, 'refund', { merchant_refund_no: mark, ...order });
      }
      case 'deposit': {
        const { id: channel_id } = await this.#channel(side, 'deposit');
        return this.#post(mark, side, '/deposits', { channel_id, amount, payer_name: mark, remark: null });
      }
      case 'card':
        await this.#card(side, mark);
        return mark;
      case 'request': {
        const { id: channel_id } = await this.#channel(side, 'payout');
        return this.#post(mark, side, '/payment-requests', {
          ...payee,
          channel_id,
          amount,
          branch_name: null,
          remark: null,
          pay_password: DEMO_PAY_PASSWORD,
        });
      }
      case 'withdrawal': {
        const bankcard_id = await this.#card(side, mark);
        const { kysely } = this.#world.db;
        const cooledOff = { usable_at: this.#world.clock.now() };
        await kysely.updateTable('bankcards').set(cooledOff).where('id', '=', bankcard_id).execute();
        return this.#post(mark, side, '/withdrawals', {
          bankcard_id,
          amount,
          remark: mark,
          pay_password: DEMO_PAY_PASSWORD,
        });
      }
    }
  }

  async #channel(side: Side, type: string) {
    const rows = await rowsOf(this.#world, side, 'channels');
    const found = rows.find((row) => row['type'] === type && row['status'] === 'enabled');
    if (!found) throw new Error(`the ${side} side has no channel of the type ${type}`);
    return found;
  }

  async #collect(side: Side, number: string, amount: number): Promise<void> {
    const channel = String((await this.#channel(side, 'collection'))['code']);
    await this.#call(number, side, 'collect', { merchant_order_no: number, amount: String(amount), channel });
  }

  async #card(side: Side, name: string): Promise<string> {
    const card_number = `622202123456${1000 + this.#steps}`;
    const card = { name, card_number, bank_name: 'Bank', branch_name: null };
    const { status, data } = await this.#world.post(side, '/bankcards', card);
    if (status !== 201) throw new Error(`a card was refused: ${JSON.stringify(data)}`);
    return z.looseObject({ id: z.string() }).parse(data).id;
  }

  async #call(mark: string, side: Side, name: string, parameters: Readonly<Record<string, string>>): Promise<string> {
    const answer = await this.#world.gateway(side, name, parameters);
    if (answer.status !== 201) throw new Error(`${name} on the ${side} side: ${JSON.stringify(answer)}`);
    return mark;
  }

  async #post(
    mark: string,
    side: Side,
    path: string,
    form: Readonly<Record<string, unknown>> & { amount: number },
  ): Promise<string> {
    const payload = { ...form, amount: String(form.amount) };
    const answer = await this.#world.post(side, path, payload);
    if (answer.status !== 200) throw new Error(`${path} on the ${side} side: ${JSON.stringify(answer)}`);
    return mark;
  }
}
