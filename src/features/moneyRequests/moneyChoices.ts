import type { MoneyCard, MoneyChannel, MoneyForm } from '#shared/contract/moneyForms.ts';
import { largestCovered } from '#shared/money/largestCovered.ts';
import type { MoneyKind } from './moneyKinds.ts';
import { feeRuleOf } from './moneyWords.ts';

/** The channel that any choice would take its balance from: all channels of a currency have the same. Null if they differ. */
export function balanceOfAll({ channels }: MoneyForm): MoneyChannel | null {
  const [first, ...others] = channels;
  return first && others.every(({ currency }) => currency === first.currency) ? first : null;
}

/** What is chosen before anybody has chosen: the default card, or the only thing there is. Null where that is open. */
export function firstChoice({ choice }: Pick<MoneyKind, 'choice'>, { cards, channels }: MoneyForm): string | null {
  const usable = choice === 'bankcard_id' ? cards.filter(isUsable) : channels;
  const preferred = choice === 'bankcard_id' ? cards.filter((card) => isUsable(card) && card.is_default) : [];
  const [only] = preferred.length > 0 ? preferred : usable.length === 1 ? usable : [];
  return only?.id ?? null;
}

/** The channel that the request would go over: the one chosen, or the only one that withdrawals have. */
export function channelOf(
  { choice }: Pick<MoneyKind, 'choice'>,
  { channels }: MoneyForm,
  chosen: unknown,
): MoneyChannel | null {
  const found = choice === 'bankcard_id' ? channels[0] : channels.find(({ id }) => id === chosen);
  return found ?? null;
}

/** Why nothing can be asked for at all. */
export type Obstacle = 'no_channel' | 'no_card' | 'no_usable_card' | 'no_balance';

export function obstacleOf({ choice, isOut }: MoneyKind, { channels, cards }: MoneyForm): Obstacle | null {
  if (channels.length === 0) return 'no_channel';
  if (choice === 'bankcard_id' && cards.length === 0) return 'no_card';
  if (choice === 'bankcard_id' && !cards.some(isUsable)) return 'no_usable_card';
  return isOut && channels.every(({ available }) => BigInt(available) <= 0n) ? 'no_balance' : null;
}

/** The moment from which one of the cards can be used, ISO 8601; null where none is waiting. */
export function usableFrom(cards: readonly MoneyCard[]): string | null {
  const times = cards.filter(({ state }) => state === 'cooling_off').map(({ usable_at }) => usable_at);
  return times.toSorted()[0] ?? null;
}

/** The largest amount that the channel takes and the balance covers with its fee; null where there is none. */
export function allOfIt(channel: MoneyChannel): string | null {
  const covered = largestCovered(BigInt(channel.available), feeRuleOf(channel), channel.deduction);
  const most = BigInt(channel.max_amount);
  const amount = covered < most ? covered : most;
  return amount >= BigInt(channel.min_amount) ? amount.toString() : null;
}

function isUsable({ state }: MoneyCard): boolean {
  return state === 'usable';
}
