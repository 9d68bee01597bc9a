import type { Computed } from './computedSchema.ts';

/** Fields that a computed field uses, with the path to each below the computed field. */
export function operandsOf(computed: Computed): { source: string; path: (string | number)[] }[] {
  return Object.entries(computed).flatMap(([operation, operands]) =>
    operands.map((source, at) => ({ source, path: [operation, at] })),
  );
}

/**
 * The value of a computed field as whole units in digits, or null if an operand is missing or the divisor is 0. Exact
 * for numbers of any length. A ratio is rounded half away from zero.
 */
export function compute(computed: Computed, record: Readonly<Record<string, unknown>>): string | null {
  const values = operandsOf(computed).map(({ source }) => wholeNumber(record[source]));
  const numbers = values.filter((value) => value !== null);
  const [first, ...others] = numbers;
  if (first === undefined || numbers.length < values.length) return null;
  if ('sum' in computed) return others.reduce((sum, one) => sum + one, first).toString();
  if ('difference' in computed) return others.reduce((rest, one) => rest - one, first).toString();
  return ratio(first, others[0] ?? 0n);
}

const HUNDREDTHS_OF_PERCENT = 10_000n;

function ratio(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null;
  const scaled = part * HUNDREDTHS_OF_PERCENT * 2n + whole * (part < 0n === whole < 0n ? 1n : -1n);
  return (scaled / (whole * 2n)).toString();
}

function wholeNumber(value: unknown): bigint | null {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  return typeof text === 'string' && /^-?\d{1,40}$/.test(text) ? BigInt(text) : null;
}
