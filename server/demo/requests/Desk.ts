import type { LedgerEvent } from '#server/ledger/postings.ts';
import type { LedgerTransaction } from '#server/ledger/post.ts';
import type { ShopChannel, Shop } from '../shop.ts';
import type { Step } from '../Step.ts';
import type { Row } from './NewRows.ts';
import { PHRASES, type Phrases } from './phrases.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What the parts of a shop's history work with. */
export interface Desk {
  shop: Shop;
  /** What the wallet holds at this point of the history, in minor units. */
  available(): bigint;
  /** Books an event on the wallet, now. */
  booked(event: LedgerEvent, order: { id: string; no: string }, at: number): LedgerTransaction;
  /** @param at a time of the history that has not come yet */
  plan(at: number, happening: () => Step): void;
  /** Where withdrawals go; filled as cards are added. */
  cards: Row<'bankcards'>[];
}

export const phrasesOf = ({ tenant }: Shop): Phrases => PHRASES[tenant.currency];

/** So many hours before the end of the period; its beginning when it is shorter than that. */
export function hoursBeforeEnd({ from, to }: Shop, hours: number): number {
  return Math.max(to - Math.round(hours * HOUR_MS), from + 1);
}

/** Some minutes after a moment, and before the end of the period. */
export function minutesAfter({ to }: Shop, at: number, minutes: number): number {
  return Math.floor(Math.min(at + minutes * MINUTE_MS, at + (to - at) * 0.9));
}

/** @throws RangeError when the tenant has no such channel */
export function requestChannel({ requestChannels, tenant }: Shop, type: 'deposit' | 'withdrawal'): ShopChannel['row'] {
  const channel = requestChannels.find((one) => one.type === type);
  if (!channel) throw new RangeError(`${tenant.merchantNo} has no ${type} channel`);
  return channel;
}

/** One of the people of the shop; null where it has none. */
export function somebody({ random, creatorIds }: Shop): string | null {
  return creatorIds.length === 0 ? null : random.pick(creatorIds);
}

/** An operator of the platform. */
export function operator({ random, operatorIds }: Shop): string | null {
  return operatorIds.length === 0 ? null : random.pick(operatorIds);
}

/**
 * About `wished`, but no more than `most`, as a multiple of the shop's round numbers. Minor units.
 * @returns null when the channel takes nothing that small
 */
export function roundAmount(
  { flavour }: Shop,
  wished: number,
  most: bigint,
  { min_amount, max_amount }: Pick<ShopChannel['row'], 'min_amount' | 'max_amount'>,
): bigint | null {
  const upper = most < max_amount ? most : max_amount;
  const amount = BigInt(Math.round(wished)) < upper ? BigInt(Math.round(wished)) : upper;
  const rounded = (amount / flavour.payoutStep) * flavour.payoutStep;
  if (rounded >= min_amount) return rounded;
  return min_amount <= upper ? min_amount : null;
}
