import path from 'node:path';

const LONGEST_NAME = 200;
const LONGEST_ENDING = 20;
const NAMELESS = 'file';

/** The last part of a path, without what could mislead in a list of files: control and direction characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = Array.from(last.replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '').trim());
  const ending = Array.from(path.extname(plain.join(''))).slice(0, LONGEST_ENDING);
  const cut = plain.length <= LONGEST_NAME ? plain : [...plain.slice(0, LONGEST_NAME - ending.length), ...ending];
  const whole = cut.join('');
  return /^\.*$/.test(whole) ? NAMELESS : whole;
}
