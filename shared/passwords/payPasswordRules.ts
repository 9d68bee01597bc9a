export const PAY_PASSWORD_LENGTH = { min: 6, max: 32 };

/**
 * Rules of a payment password. `login` isn't checked here, because only the server can compare with the login password.
 */
type PayPasswordRule = 'length' | 'pattern' | 'login';

/** The rules in display order. */
export const PAY_PASSWORD_RULES: readonly PayPasswordRule[] = ['length', 'pattern', 'login'];

/** The rules that a new payment password breaks, except those that need the server. Empty if it breaks none. */
export function brokenPayPasswordRules(password: string): ReadonlySet<PayPasswordRule> {
  const broken = new Set<PayPasswordRule>();
  if (Array.from(password).length < PAY_PASSWORD_LENGTH.min || password.length > PAY_PASSWORD_LENGTH.max)
    broken.add('length');
  if (isOneCharacter(password) || isRun(password)) broken.add('pattern');
  return broken;
}

/** True for `888888` and for an empty text. */
function isOneCharacter(password: string): boolean {
  return new Set(password).size <= 1;
}

/** True for digits ascending or descending by one, with 0 after 9 as on a keypad: `123456`, `7890123`, `654321`. */
function isRun(password: string): boolean {
  if (!/^\d+$/.test(password)) return false;
  const steps = Array.from(password)
    .slice(1)
    .map((digit, at) => (Number(digit) - Number(password[at]) + 10) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}
