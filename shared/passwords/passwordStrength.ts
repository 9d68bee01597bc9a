import { LOGIN_PASSWORD_LENGTH } from './loginPasswordRules.ts';

export const STRENGTHS = ['weak', 'fair', 'good', 'strong'] as const;
export type PasswordStrength = (typeof STRENGTHS)[number];

/** Kinds of characters, and how many of each a guesser has to try. */
const KINDS: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  // Letters of other scripts: far more than these, but people use the common ones.
  [/[^\u{20}-\u{7E}]/u, 100],
];

/** Bits of guessing from which a password is fair, good and strong. */
const FAIR_BITS = 50;
const GOOD_BITS = 65;
const STRONG_BITS = 85;

/**
 * How hard a password is to guess, roughly: by its length, the kinds of its characters, and how much of it repeats or
 * counts on what stands before. Shorter than allowed is always weak. Knows no words, so it flatters them.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (Array.from(password).length < LOGIN_PASSWORD_LENGTH.min) return 'weak';
  const alphabet = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = unforeseen(password) * Math.log2(alphabet);
  if (bits < FAIR_BITS) return 'weak';
  if (bits < GOOD_BITS) return 'fair';
  return bits < STRONG_BITS ? 'good' : 'strong';
}

/** Characters that do not follow from those before: the second `a` of `aa`, `c` of `abc` and a second `moon` do. */
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

/** Whether the three characters that end at a place have been there before. */
function isRepeated(text: string, at: number): boolean {
  return at >= 3 && text.slice(0, at).includes(text.slice(at - 2, at + 1));
}
