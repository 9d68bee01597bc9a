import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { batchStateSchema } from '#shared/contract/batches.ts';
import { HEADER, row } from '../../modules/batches/batchWorld.ts';
import type { Path } from './attempt.ts';
import { type Outcome, outcomeOf, PROOF, SMALL, THRESHOLD, type WaysWorld } from './waysWorld.ts';

/** What is paid, by whom, to which account. */
export interface Wish {
  by: string;
  account: string;
  amount: bigint;
}

/** A way in which a user moves money out. */
export interface Move {
  path: Path;
  /** Status and state of the record when it passes. */
  passes: string;
  /** Does everything that needs no right of the mover, and returns the act. */
  begin(w: WaysWorld, wish: Wish): Promise<() => Promise<Outcome>>;
}

const idSchema = z.looseObject({ id: z.string() });
export const idOf = ({ data }: Outcome) => idSchema.parse(data).id;

export function payment(w: WaysWorld, { by, account, amount }: Wish, more: object = {}): Promise<Outcome> {
  const payee = { payee_name: 'Ana', card_number: account, bank_name: 'ICBC' };
  return w.send(by, 'POST', 'payment-requests', {
    ...{ channel_id: w.channelId, amount: String(amount), ...payee, ...PROOF },
    ...more,
  });
}

/** Uploads a batch with one payment. Returns its ID and revision. */
export async function upload(w: WaysWorld, { by, account, amount }: Wish): Promise<{ id: string; revision: number }> {
  const { login_token: token } = await w.signIn(by);
  const major = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
  const answer = await w.call({
    method: 'POST',
    url: `/prod-api/batch-transfers/upload?${new URLSearchParams({ channel_id: w.channelId, name: `wages${w.next()}.csv` })}`,
    token,
    payload: Buffer.from(`${HEADER}\n${row({ card: account, amount: major, remark: `run ${w.next()}` })}`),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { id } = z.object({ data: batchStateSchema }).parse(answer.json()).data;
  const drafts = w.kysely.updateTable('batch_transfer_items').where('batch_id', '=', id);
  // Numbers of tests have no check digit.
  await drafts.set({ card_accepted: true }).execute();
  return w.kysely
    .selectFrom('batch_transfers')
    .where('id', '=', id)
    .select(['id', 'revision'])
    .executeTakeFirstOrThrow();
}

export const submit = (w: WaysWorld, by: string, { id, revision }: { id: string; revision: number }) =>
  w.send(by, 'POST', `batch-transfers/${id}/submit`, { revision, ...PROOF });

/** A paid order of which nothing has been refunded: a copy of one of the demo's, which has too few. */
export async function paidOrder(w: WaysWorld): Promise<string> {
  const id = uuidv7();
  const no = `N${w.next()}`;
  await sql`insert into orders
    select (jsonb_populate_record(o, jsonb_build_object('id', ${id}::text, 'order_no', ${no}::text,
      'merchant_order_no', ${no}::text))).* from orders o
    where o.merchant_id = ${w.merchantId} and o.status = 'success' and o.amount > ${THRESHOLD * 2n}
      and not exists (select from refunds r where r.merchant_id = o.merchant_id and r.order_id = o.id)
    order by o.id limit 1`.execute(w.kysely);
  return id;
}

/** Refunds a part of an order. The outcome is that of the refund; the call answers with the order. */
export async function refund(w: WaysWorld, by: string, orderId: string, amount: bigint): Promise<Outcome> {
  const wish = { amount: String(amount), reason: 'Returned', ...PROOF };
  const answer = await w.send(by, 'POST', `orders/${orderId}/refund`, wish);
  if (answer.status !== 200) return answer;
  const made = await w.kysely
    .selectFrom('refunds')
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .select(['id', 'status', 'approval_rule'])
    .executeTakeFirstOrThrow();
  return { status: answer.status, says: made.approval_rule ?? made.status, data: made };
}

/** A payout to an account that has failed, which nobody counts any more. */
export async function failedPayout(w: WaysWorld, { by, account, amount }: Wish): Promise<string> {
  w.bankSays({ status: 'failed', errorCode: 'E1', errorMessage: 'Account closed' });
  const made = await payment(w, { by, account, amount });
  await w.drain();
  w.bankSays({ status: 'accepted' });
  return z.string().parse(made.data['payout_id']);
}

export async function usableCard(w: WaysWorld): Promise<string> {
  const card = await w.kysely
    .selectFrom('bankcards')
    .where('merchant_id', '=', w.merchantId)
    .where('status', '=', 'enabled')
    .where('usable_at', '<=', w.clock.now())
    .select('id')
    .executeTakeFirstOrThrow();
  return card.id;
}

/** Makes a key in the console, with the payment password and a fresh code. */
export async function makeKey(w: WaysWorld, by: string, terms: object = {}): Promise<Outcome> {
  return prove(w, by, 'signing-keys/add', { name: `Key ${w.next()}`, may_query: true, may_pay: true, ...terms });
}

/** Makes a call that asks for both credentials itself. */
export async function prove(w: WaysWorld, by: string, path: string, payload: object = {}): Promise<Outcome> {
  const { login_token: token } = await w.signIn(by);
  w.clock.advance(30);
  const answer = await w.call({
    method: 'POST',
    url: `/prod-api/${path}`,
    token,
    payload: { ...PROOF, totp_code: await w.totpCode(), ...payload },
  });
  return outcomeOf(answer.statusCode, answer.json());
}

/** Ways to move money out in the console. */
export const MOVES = {
  'a payment': {
    path: 'console',
    passes: '200 pass',
    begin: async (w, wish) => () => payment(w, wish),
  },
  'a payment made again': {
    path: 'console',
    passes: '200 pass',
    async begin(w, wish) {
      const id = await failedPayout(w, { ...wish, by: 'demo' });
      return () => w.send(wish.by, 'POST', `payouts/${id}/pay_again`, PROOF);
    },
  },
  'a batch': {
    path: 'batch',
    passes: '200 submitted',
    async begin(w, wish) {
      // The file needs no right that waits.
      const draft = await upload(w, wish);
      return () => submit(w, wish.by, draft);
    },
  },
  'a refund': {
    path: 'console',
    passes: '200 processing',
    async begin(w, { by, amount }) {
      const id = await paidOrder(w);
      return () => refund(w, by, id, amount);
    },
  },
  'a withdrawal': {
    path: 'console',
    passes: '200 pending',
    async begin(w, { by, amount }) {
      const bankcard_id = await usableCard(w);
      return () => w.send(by, 'POST', 'withdrawals', { bankcard_id, amount: String(amount), ...PROOF });
    },
  },
  'a signing key that pays': {
    path: 'gateway',
    passes: '200 done',
    begin:
      async (w, { by }) =>
      () =>
        makeKey(w, by),
  },
} as const satisfies Readonly<Record<string, Move>>;

/** A request that waits for another user. */
export interface Request {
  path: Path;
  passes: string;
  /** Makes the request. Returns how somebody else approves it. */
  begin(w: WaysWorld, by: string): Promise<(approver: string) => Promise<Outcome>>;
}

const ABOVE = THRESHOLD + SMALL;

export const REQUESTS = {
  'a payment': {
    path: 'console',
    passes: '200 pass',
    async begin(w, by) {
      const id = idOf(await payment(w, { by, account: w.account(), amount: ABOVE }));
      return (approver) => w.send(approver, 'POST', `payment-requests/${id}/approve`, PROOF);
    },
  },
  'a batch': {
    path: 'batch',
    passes: '200 submitted',
    async begin(w, by) {
      const draft = await upload(w, { by, account: w.account(), amount: ABOVE });
      return (approver) => submit(w, approver, draft);
    },
  },
  'a refund': {
    path: 'console',
    passes: '200 processing',
    async begin(w, by) {
      const id = idOf(await refund(w, by, await paidOrder(w), ABOVE));
      return (approver) => w.send(approver, 'POST', `refunds/${id}/approve`, PROOF);
    },
  },
  'a key above the defaults': {
    path: 'gateway',
    passes: '200 done',
    async begin(w, by) {
      const id = idOf(await makeKey(w, by, { per_call_limit: String(ABOVE), per_day_limit: String(ABOVE * 5n) }));
      return (approver) => prove(w, approver, `signing-keys/${id}/approve`);
    },
  },
  'a payout of their key above its limit': {
    path: 'gateway',
    passes: '200 pass',
    async begin(w, by) {
      await w.over('approve');
      const key = await w.newKey(SMALL, SMALL, [await w.idOf(by)]);
      const no = `P-${w.next()}`;
      await w.payout(key, ABOVE, no);
      const { id } = await w.requestOf(no);
      return (approver) => w.send(approver, 'POST', `payment-requests/${id}/approve`, PROOF);
    },
  },
} as const satisfies Readonly<Record<string, Request>>;
