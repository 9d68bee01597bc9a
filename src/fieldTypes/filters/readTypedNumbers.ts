import { parseAmount, type AmountProblem, type AmountScale, type ParsedAmount } from '#shared/money/amount.ts';

/** Why typed numbers are refused; the texts are under `amount.<problem>`. */
export type NumberProblem = AmountProblem | 'range_order';

interface TypedNumbers {
  /** Digits in stored units for each input, null for one that was left empty. */
  digits: (string | null)[];
  /** What is wrong with each input. */
  problems: (NumberProblem | null)[];
}

/** Reads the inputs of a number's filter: one, or the lower and the upper end of a range. `max` is in stored units. */
export function readTypedNumbers(typed: readonly string[], scale: AmountScale, max: bigint): TypedNumbers {
  const parsed = typed.map((text) => (text.trim() === '' ? null : readTyped(text, scale, max)));
  const digits = parsed.map((result) => (result?.ok ? result.minor : null));
  const problems = parsed.map((result): NumberProblem | null => (!result || result.ok ? null : result.problem));
  const [from, to] = digits;
  if (from && to && BigInt(from) > BigInt(to)) problems[1] = 'range_order';
  return { digits, problems };
}

function readTyped(text: string, scale: AmountScale, max: bigint): ParsedAmount {
  const parsed = parseAmount(text, scale);
  return parsed.ok && BigInt(parsed.minor) > max ? { ok: false, problem: 'too_large' } : parsed;
}
