export const PAY_PASSWORD_LENGTH = { min: 6, max: 32 };

/** `login` alone is not known here: only the server can compare with the login password. */
export type PayPasswordRule = 'length' | 'pattern' | 'login';

/** The rules in the order in which people are told them. */
export const PAY_PASSWORD_RULES: readonly PayPasswordRule[] = ['length', 'pattern', 'login'];

/** Which of the rules that need no server a new payment password breaks; none of them: an empty set. */
export function brokenPayRules(password: string): ReadonlySet<PayPasswordRule> {
  const broken = new Set<PayPasswordRule>();
  if (Array.from(password).length < PAY_PASSWORD_LENGTH.min || password.length > PAY_PASSWORD_LENGTH.max)
    broken.add('length');
  if (isOneCharacter(password) || isRun(password)) broken.add('pattern');
  return broken;
}

/** `888888`, or nothing at all. */
function isOneCharacter(password: string): boolean {
  return new Set(password).size <= 1;
}

/** Digits up or down by one, as on a keypad where 0 follows 9: `123456`, `7890123`, `654321`. */
function isRun(password: string): boolean {
  if (!/^\d+$/.test(password)) return false;
  const steps = Array.from(password)
    .slice(1)
    .map((digit, at) => (Number(digit) - Number(password[at]) + 10) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}
