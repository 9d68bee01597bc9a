import type { MoneyCard, MoneyChannel, MoneyForm } from '#shared/contract/moneyForms.ts';
import { computeFee, debitAmount, type Deduction, type FeeRule } from '#shared/money/fee.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { feeRuleOf } from './feeRule.ts';

/**
 * The channel whose balance applies to every choice, because channels of the same currency share it. Null if balances
 * differ.
 */
export function balanceOfAll({ channels }: MoneyForm): MoneyChannel | null {
  const [first, ...others] = channels;
  return first && others.every(({ currency }) => currency === first.currency) ? first : null;
}

/** The initial choice: the default card or the channel of the last request, or the only option, otherwise null. */
export function firstChoice(
  { choice }: Pick<MoneyKind, 'choice'>,
  { cards, channels, last_channel_id: lastChannel }: MoneyForm,
): string | null {
  const isCard = choice === 'bankcard_id';
  const usable = isCard ? cards.filter(isUsable) : channels;
  const preferred = isCard
    ? cards.filter((card) => isUsable(card) && card.is_default)
    : channels.filter(({ id }) => id === lastChannel);
  const [only] = preferred.length > 0 ? preferred : usable.length === 1 ? usable : [];
  return only?.id ?? null;
}

/** The channel of the request: the chosen one, or the only one in case of withdrawals. */
export function channelOf(
  { choice }: Pick<MoneyKind, 'choice'>,
  { channels }: MoneyForm,
  chosen: unknown,
): MoneyChannel | null {
  const found = choice === 'bankcard_id' ? channels[0] : channels.find(({ id }) => id === chosen);
  return found ?? null;
}

/** Reasons why no request is possible at all. */
export type Obstacle = 'power_waiting' | 'no_channel' | 'no_card' | 'no_usable_card' | 'no_balance';

/** Reason why no request is possible, or null. */
export function obstacleOf({ choice, isOut }: MoneyKind, { channels, cards, power_from }: MoneyForm): Obstacle | null {
  if (power_from) return 'power_waiting';
  if (channels.length === 0) return 'no_channel';
  if (choice === 'bankcard_id' && cards.length === 0) return 'no_card';
  if (choice === 'bankcard_id' && !cards.some(isUsable)) return 'no_usable_card';
  return isOut && channels.every(({ available }) => BigInt(available) <= 0n) ? 'no_balance' : null;
}

/** Earliest time at which a card becomes usable, ISO 8601, or null if none is in its waiting period. */
export function usableFrom(cards: readonly MoneyCard[]): string | null {
  const times = cards.filter(({ state }) => state === 'cooling_off').map(({ usable_at }) => usable_at);
  return times.toSorted()[0] ?? null;
}

/** The largest amount that the channel accepts and the balance covers including the fee, or null if there is none. */
export function largestAmountOf(channel: MoneyChannel): string | null {
  const covered = largestCovered(BigInt(channel.available), feeRuleOf(channel), channel.deduction);
  const most = BigInt(channel.max_amount);
  const amount = covered < most ? covered : most;
  return amount >= BigInt(channel.min_amount) ? amount.toString() : null;
}

/**
 * The largest amount whose debit, including the fee, a balance covers; 0n if there is none. Binary search, because the
 * rule's bounds and rounding have no exact inverse, and the debit never falls as the amount grows.
 *
 * @param available minor units
 */
export function largestCovered(available: bigint, rule: FeeRule, deduction: Deduction): bigint {
  if (available <= 0n) return 0n;
  if (deduction === 'inner') return available;
  const isCovered = (amount: bigint) => debitAmount(amount, computeFee(amount, rule), deduction) <= available;
  let covered = 0n;
  let tooMuch = available + 1n;
  while (tooMuch - covered > 1n) {
    const middle = (covered + tooMuch) / 2n;
    if (isCovered(middle)) covered = middle;
    else tooMuch = middle;
  }
  return covered;
}

function isUsable({ state }: MoneyCard): boolean {
  return state === 'usable';
}
