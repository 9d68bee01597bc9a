import type { Flavour } from './flavours.ts';
import type { Random } from './random.ts';

interface Bounds {
  minAmount: bigint;
  maxAmount: bigint;
}

/** What somebody buys for: log-normal around the shop's median, at prices as shops make them. Minor units. */
export function drawPrice(random: Random, median: number, flavour: Flavour, bounds: Bounds): bigint {
  const { step, ending } = random.weighted(flavour.priceSteps, ({ share }) => share);
  const price = Math.round((random.logNormal(median, 1) - ending) / step) * step + ending;
  return within(BigInt(Math.max(price, 1)), bounds);
}

/**
 * Eight orders' worth in the middle: with one payout to eight orders, most of what comes in leaves again.
 *
 * @param available what there is to spend, fee included, in minor units
 * @returns null when too little is available for a payout
 */
export function drawPayoutAmount(
  random: Random,
  median: number,
  { payoutStep }: Flavour,
  bounds: Bounds,
  available: bigint,
): bigint | null {
  const wished = BigInt(Math.round(random.logNormal(median * 8, 0.8)));
  const affordable = wished < available / 2n ? wished : available / 2n;
  const amount = within((affordable / payoutStep) * payoutStep, { ...bounds, minAmount: 0n });
  return amount < bounds.minAmount ? null : amount;
}

function within(amount: bigint, { minAmount, maxAmount }: Bounds): bigint {
  if (amount < minAmount) return minAmount;
  return amount > maxAmount ? maxAmount : amount;
}
