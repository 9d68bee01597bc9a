import { LOGIN_PASSWORD_LENGTH } from '#shared/passwords/loginPasswordRules.ts';

export const STRENGTHS = ['weak', 'fair', 'good', 'strong'] as const;
type PasswordStrength = (typeof STRENGTHS)[number];

/** Classes of characters, with the number of candidates that a guesser must try for each. */
const KINDS: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  // Other scripts have far more characters, but people use the common ones.
  [/[^\u{20}-\u{7E}]/u, 100],
];

/** Bits of entropy from which a password is fair, good and strong. */
const FAIR_BITS = 50;
const GOOD_BITS = 65;
const STRONG_BITS = 85;

/**
 * Estimates the strength of a password by its length, its character classes, and how much of it repeats or continues a
 * sequence. A password that is too short is always weak. Overestimates dictionary words, because it has no word list.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (Array.from(password).length < LOGIN_PASSWORD_LENGTH.min) return 'weak';
  const alphabet = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = unforeseen(password) * Math.log2(alphabet);
  if (bits < FAIR_BITS) return 'weak';
  if (bits < GOOD_BITS) return 'fair';
  return bits < STRONG_BITS ? 'good' : 'strong';
}

/**
 * Number of characters that don't follow from earlier ones. The second `a` of `aa`, the `c` of `abc` and a second
 * `moon` do.
 */
function unforeseen(password: string): number {
  const letters = Array.from(password.toLowerCase());
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const step = (at: number) => (codes[at] ?? 0) - (codes[at - 1] ?? 0);
  return letters.filter((letter, at) => {
    if (at > 0 && letter === letters[at - 1]) return false;
    if (at > 1 && Math.abs(step(at)) === 1 && step(at) === step(at - 1)) return false;
    return !isRepeated(letters.join(''), at);
  }).length;
}

/** True if the three characters that end at `at` occurred before. */
function isRepeated(text: string, at: number): boolean {
  return at >= 3 && text.slice(0, at).includes(text.slice(at - 2, at + 1));
}
