import { brokenLoginRules, LOGIN_PASSWORD_LENGTH } from '#shared/passwords/loginPasswordRules.ts';
import type { Message } from '#server/errors.ts';
import { isCommonPassword } from './isCommonPassword.ts';

/** What is wrong with a login password that somebody chooses; null when nothing is. */
export async function newLoginPasswordProblem(password: string, username: string): Promise<Message | null> {
  const broken = brokenLoginRules(password, username);
  if (broken.has('length')) return { key: 'password_length', args: { ...LOGIN_PASSWORD_LENGTH } };
  if (broken.has('username')) return { key: 'password_contains_username' };
  return (await isCommonPassword(password)) ? { key: 'password_common' } : null;
}
