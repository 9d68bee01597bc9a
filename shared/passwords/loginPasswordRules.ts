export const LOGIN_PASSWORD_LENGTH = { min: 12, max: 128 };

/** Rules of a login password. `common` isn't checked here, because the list of common passwords is on the server. */
type LoginPasswordRule = 'length' | 'username' | 'common';

/** The rules in display order. */
export const LOGIN_PASSWORD_RULES: readonly LoginPasswordRule[] = ['length', 'username', 'common'];

/**
 * The rules that a new login password breaks, except `common`. Empty if it breaks none.
 * @param username must not be part of the password, ignoring case; empty if unknown
 */
export function brokenLoginPasswordRules(password: string, username: string): ReadonlySet<LoginPasswordRule> {
  const broken = new Set<LoginPasswordRule>();
  if (!hasRightLength(password)) broken.add('length');
  if (username !== '' && password.toLowerCase().includes(username.toLowerCase())) broken.add('username');
  return broken;
}

/** Minimum in characters as users count them, maximum in UTF-16 units as inputs and requests count them. */
function hasRightLength(password: string): boolean {
  return Array.from(password).length >= LOGIN_PASSWORD_LENGTH.min && password.length <= LOGIN_PASSWORD_LENGTH.max;
}
