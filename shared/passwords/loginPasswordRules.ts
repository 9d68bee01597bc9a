export const LOGIN_PASSWORD_LENGTH = { min: 12, max: 128 };

/** `common` alone is not known here: the list of common passwords is on the server. */
export type LoginPasswordRule = 'length' | 'username' | 'common';

/** The rules in the order in which people are told them. */
export const LOGIN_PASSWORD_RULES: readonly LoginPasswordRule[] = ['length', 'username', 'common'];

/**
 * Which of the rules that need no list a new login password breaks; none of them: an empty set.
 * @param username not a part of the password, in whatever case; empty while it is not known
 */
export function brokenLoginRules(password: string, username: string): ReadonlySet<LoginPasswordRule> {
  const broken = new Set<LoginPasswordRule>();
  if (!hasRightLength(password)) broken.add('length');
  if (username !== '' && password.toLowerCase().includes(username.toLowerCase())) broken.add('username');
  return broken;
}

/** At least so many characters as people count them, at most so many as inputs and requests do. */
function hasRightLength(password: string): boolean {
  return Array.from(password).length >= LOGIN_PASSWORD_LENGTH.min && password.length <= LOGIN_PASSWORD_LENGTH.max;
}
