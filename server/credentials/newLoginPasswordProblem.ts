import { brokenLoginPasswordRules, LOGIN_PASSWORD_LENGTH } from '#shared/passwords/loginPasswordRules.ts';
import type { Message } from '#server/errors.ts';

/** Number of common passwords that are rejected. The library has more, ordered by frequency. */
const COUNT = 10_000;

/** Digits, punctuation and spaces, which users append to a word until it is long enough. */
const APPENDED = /[^\p{L}]$/u;

let list: Promise<ReadonlySet<string>> | undefined;

/** Returns why a new login password is unacceptable, or null if it is acceptable. */
export async function newLoginPasswordProblem(password: string, username: string): Promise<Message | null> {
  const broken = brokenLoginPasswordRules(password, username);
  if (broken.has('length')) return { key: 'password_length', args: { ...LOGIN_PASSWORD_LENGTH } };
  if (broken.has('username')) return { key: 'password_contains_username' };
  return (await isCommonPassword(password)) ? { key: 'password_common' } : null;
}

/**
 * True if a password is a common one, ignoring case:
 * 1. it is on the list, or repeats an entry of the list (`passwordpassword`);
 * 2. or it is such a password followed only by digits, punctuation and spaces (`Dragon 2026!!`);
 * 3. or it repeats one to three characters (`abcabcabcabc`).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= read();
  return isCommonBy(await list, password);
}

/** @param common common passwords in lower case */
export function isCommonBy(common: ReadonlySet<string>, password: string): boolean {
  const text = password.toLowerCase();
  if (unitOf(text).length <= 3) return true;
  for (let head = text; head !== ''; head = head.slice(0, -1)) {
    if (common.has(head) || common.has(unitOf(head))) return true;
    if (!APPENDED.test(head)) return false;
  }
  return false;
}

/** The shortest prefix whose repetition is the whole text; the text itself if there is none. */
function unitOf(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

/** Loaded with the first new password, because the list takes a megabyte. */
async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, COUNT).map((one) => one.toLowerCase()));
}
