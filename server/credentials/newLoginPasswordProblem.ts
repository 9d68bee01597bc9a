import { brokenLoginRules, LOGIN_PASSWORD_LENGTH } from '#shared/passwords/loginPasswordRules.ts';
import type { Message } from '#server/errors.ts';

/** How many of the commonest are refused; the library, which orders them by how often they were found, has more. */
const COUNT = 10_000;

/** Digits, punctuation and spaces: what people append to a word until it is long enough. */
const APPENDED = /[^\p{L}]$/u;

let list: Promise<ReadonlySet<string>> | undefined;

/** What is wrong with a login password that somebody chooses; null when nothing is. */
export async function newLoginPasswordProblem(password: string, username: string): Promise<Message | null> {
  const broken = brokenLoginRules(password, username);
  if (broken.has('length')) return { key: 'password_length', args: { ...LOGIN_PASSWORD_LENGTH } };
  if (broken.has('username')) return { key: 'password_contains_username' };
  return (await isCommonPassword(password)) ? { key: 'password_common' } : null;
}

/**
 * Whether a password is a common one, in whatever case:
 * 1. it is on the list, or is one of the list written several times (`passwordpassword`);
 * 2. or it is such a one with nothing but digits, punctuation and spaces after it (`Dragon 2026!!`);
 * 3. or it is the same one to three characters over and over (`abcabcabcabc`).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= read();
  return isCommonBy(await list, password);
}

/** @param common in lower case */
export function isCommonBy(common: ReadonlySet<string>, password: string): boolean {
  const text = password.toLowerCase();
  if (unitOf(text).length <= 3) return true;
  for (let head = text; head !== ''; head = head.slice(0, -1)) {
    if (common.has(head) || common.has(unitOf(head))) return true;
    if (!APPENDED.test(head)) return false;
  }
  return false;
}

/** The shortest text of which the whole is made by writing it again and again; the whole where there is none. */
function unitOf(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

/** Read when the first password is chosen: the list takes a megabyte. */
async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, COUNT).map((one) => one.toLowerCase()));
}
