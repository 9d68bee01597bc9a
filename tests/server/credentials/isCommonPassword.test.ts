import { describe, expect, it } from 'vitest';
import { isCommonBy, isCommonPassword } from '#server/credentials/newLoginPasswordProblem.ts';

describe('a common password', () => {
  it.each([
    ['is on the list, ignoring case', 'PassWordPassWord'],
    ['is one of the list with digits after it', 'password123456'],
    ['is one of the list with signs and digits after it', 'Dragon 2026!!'],
    ['is one of the list several times', 'sunshinesunshine'],
    ['is one of the list several times with digits after it', 'monkeymonkey99'],
    ['counts on', '123456789012'],
    ['is a keyboard pattern', 'qwertyuiop[]12'],
    ['repeats one character', '$$$$$$$$$$$$'],
    ['repeats a few characters', 'x9!x9!x9!x9!'],
    ['has spaces after it', 'letmein       '],
  ])('%s', async (_what, password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each(['a long passphrase 42', 'Demo-console-2026', 'dragon-fruit salad', 'xK9$mQ2!vB7p', '83917264501928'])(
    "isn't %j",
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );

  it('is one of a list, and nothing else', () => {
    const listed = new Set(['straße']);
    expect(isCommonBy(listed, 'STRASSE 12345')).toBe(false);
    expect(isCommonBy(listed, 'Straße 12345')).toBe(true);
    expect(isCommonBy(listed, 'Straßenbahn 1')).toBe(false);
  });
});
