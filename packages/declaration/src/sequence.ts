/** The parts of a pattern for numbers, such as `INV-{yyyy}-{0000}`. */
interface Parts {
  /** Text before and after the digits, with `{yyyy}`, `{mm}` and `{dd}`. */
  before: string;
  after: string;
  /** The least number of digits. */
  digits: number;
}

/** Why a pattern can't be used, with the part of it that is wrong. */
export type PatternProblem =
  | { problem: 'unknown'; part: string }
  | { problem: 'no_digits' }
  | { problem: 'two_counters'; part: string }
  /** `part` needs `other`, because numbers would repeat. */
  | { problem: 'needs'; part: string; other: string };

/** Parts that are replaced by the day on which a number is assigned. */
export const DATE_PARTS = ['{yyyy}', '{mm}', '{dd}'] as const;
const COUNTER = /^\{0{1,18}\}$/;

/** Parses the pattern of a sequence. A brace always begins or ends a part. */
export function readSequence(pattern: string): Parts | PatternProblem {
  const parts: string[] = pattern.match(/\{[^{}]*\}?|\}/g) ?? [];
  const counters = parts.filter((part) => COUNTER.test(part));
  const unknown = parts.find((part) => !COUNTER.test(part) && !DATE_PARTS.some((known) => known === part));
  if (unknown !== undefined) return { problem: 'unknown', part: unknown };
  const [counter, second] = counters;
  if (counter === undefined) return { problem: 'no_digits' };
  if (second !== undefined) return { problem: 'two_counters', part: second };
  for (const [part, other] of [
    ['{mm}', '{yyyy}'],
    ['{dd}', '{mm}'],
  ] as const) {
    if (parts.includes(part) && !parts.includes(other)) return { problem: 'needs', part, other };
  }
  const at = pattern.indexOf(counter);
  return { before: pattern.slice(0, at), after: pattern.slice(at + counter.length), digits: counter.length - 2 };
}

/** The numbers of one period: `INV-2026-` and what follows the digits. */
export interface Series {
  before: string;
  after: string;
  digits: number;
}

/**
 * The series that a day belongs to.
 * @param day in the tenant's time zone: `2026-03-08`
 * @throws {Error} if the pattern can't be used, which the checker of declarations reports
 */
export function seriesOf(pattern: string, day: string): Series {
  const read = readSequence(pattern);
  if ('problem' in read) throw new Error(`The pattern ${pattern} can't be used: ${read.problem}`);
  const [year = '', month = '', date = ''] = day.split('-');
  const dated = (text: string) => text.replaceAll('{yyyy}', year).replaceAll('{mm}', month).replaceAll('{dd}', date);
  return { before: dated(read.before), after: dated(read.after), digits: read.digits };
}

/** `7n` of the series `INV-2026-{0000}` → `INV-2026-0007`. A counter that needs more digits gets them. */
export function numberIn({ before, after, digits }: Series, counter: bigint): string {
  return `${before}${counter.toString().padStart(digits, '0')}${after}`;
}

/** True if numbers of the pattern depend on the day. */
export function hasPeriods(pattern: string): boolean {
  return DATE_PARTS.some((part) => pattern.includes(part));
}
