import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import type { Deduction } from '#shared/money/fee.ts';
import type { Db } from '#server/db/connect.ts';
import { entryId, post } from '#server/ledger/post.ts';
import type { AmountWithFee, LedgerEvent } from '#server/ledger/postings.ts';
import { InsufficientBalanceError, openWallet } from '#server/ledger/wallets.ts';

/** Runs of each property. */
export const RUNS = Number(process.env['MODEL_RUNS'] ?? 25);
export const CURRENCIES = ['CNY', 'EUR'] as const;
const START = Date.parse('2026-05-04T03:02:01.000Z');

const charge: fc.Arbitrary<AmountWithFee> = fc
  .record({
    amount: fc.bigInt(1n, 2_000n),
    fee: fc.oneof(fc.bigInt(0n, 50n), fc.constant(0n)),
    deduction: fc.constantFrom<Deduction>('inner', 'outer'),
  })
  // An inner fee may equal the amount. Then nothing arrives, and there is no line.
  .map((one) => ({ ...one, fee: one.deduction === 'inner' && one.fee > one.amount ? one.amount : one.fee }));

/** A ledger event of a merchant. */
export const step = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  /** Milliseconds after the previous step. Most steps happen in the same millisecond. */
  later: fc.constantFrom(0, 0, 0, 1),
  what: fc.oneof(
    fc.record({ credit: fc.constantFrom('collection_succeeded' as const, 'deposit_passed' as const), charge }),
    fc.record({ freeze: fc.constantFrom('payout' as const, 'withdrawal' as const), charge }),
    fc.record({ settle: fc.nat(), succeeds: fc.boolean() }),
    fc.record({ adjust: fc.bigInt(-500n, 500n) }),
  ),
});
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Held {
  kind: 'payout' | 'withdrawal';
  charge: AmountWithFee;
  businessId: string;
}

/** The event of a step, or null if there is nothing to settle. */
function eventOf({ what }: Step, held: Held[]): { event: LedgerEvent; businessId: string; after(): void } | null {
  const nothing = () => {};
  if ('credit' in what) return { event: { kind: what.credit, ...what.charge }, businessId: uuidv7(), after: nothing };
  if ('adjust' in what)
    return { event: { kind: 'adjusted', amount: what.adjust }, businessId: uuidv7(), after: nothing };
  if ('freeze' in what) {
    const one: Held = { kind: what.freeze, charge: what.charge, businessId: uuidv7() };
    const event: LedgerEvent = { kind: `${one.kind}_frozen`, ...one.charge };
    return { event, businessId: one.businessId, after: () => held.push(one) };
  }
  const at = what.settle % Math.max(1, held.length);
  const one = held[at];
  if (!one) return null;
  const event: LedgerEvent = { kind: `${one.kind}_${what.succeeds ? 'succeeded' : 'released'}`, ...one.charge };
  return { event, businessId: one.businessId, after: () => held.splice(at, 1) };
}

/** Creates a merchant with an empty wallet in each currency. */
export async function newMerchant(db: Db): Promise<string> {
  const id = uuidv7();
  const at = new Date(START);
  await db.kysely
    .insertInto('merchants')
    .values({
      merchant_id: id,
      merchant_no: id,
      type: 'merchant',
      parent_id: null,
      name: 'Ink & Paper',
      currency: 'CNY',
      is_divide_hundred: 1,
      time_zone: 'Asia/Shanghai',
      created_at: at,
      updated_at: at,
    })
    .execute();
  for (const currency of CURRENCIES) await openWallet(db.kysely, id, currency, at);
  return id;
}

/** Books the steps one after the other, except those that the balance doesn't cover. */
export async function follow(db: Db, merchantId: string, steps: readonly Step[]): Promise<void> {
  const held = { CNY: [] as Held[], EUR: [] as Held[] };
  let at = START;
  for (const one of steps) {
    at += one.later;
    const next = eventOf(one, held[one.currency]);
    if (!next) continue;
    const { event, businessId } = next;
    const transaction = { id: uuidv7(), event, businessId, businessOrderNo: 'A1', remark: null, at: new Date(at) };
    try {
      await db.transaction((tx) => post(tx, merchantId, one.currency, [transaction], entryId));
      next.after();
    } catch (error) {
      if (!(error instanceof InsufficientBalanceError)) throw error;
    }
  }
}

/** A step that gives the wallet a balance. */
export const FUNDED = (currency: Step['currency']): Step => ({ currency, later: 0, what: { adjust: 5_000n } });
