/** How a figure stands to that of the period before. */
export type Comparison =
  /** Nothing was there before: no share can be told. */
  | { kind: 'none' }
  | { kind: 'same' }
  /** `by`: tenths of a percent of the earlier figure, or hundredths of a percentage point of a rate; at least 1. */
  | { kind: 'up' | 'down'; by: bigint };

/**
 * Compares whole numbers, such as minor units or counts.
 * @param before null: there was no business at all
 */
export function compareFigures(now: bigint, before: bigint | null): Comparison {
  if (before === null || before === 0n) return { kind: 'none' };
  if (now === before) return { kind: 'same' };
  const share = halfUp((magnitude(now - before) * 1_000n * 2n) / magnitude(before));
  return { kind: now > before ? 'up' : 'down', by: share === 0n ? 1n : share };
}

/** Compares rates in hundredths of a percent; null: there was nothing to have a rate. */
export function compareRates(now: number | null, before: number | null): Comparison {
  if (now === null || before === null) return { kind: 'none' };
  if (now === before) return { kind: 'same' };
  return { kind: now > before ? 'up' : 'down', by: BigInt(Math.abs(now - before)) };
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);
/** @param doubled twice what is wanted */
const halfUp = (doubled: bigint) => (doubled + 1n) / 2n;
