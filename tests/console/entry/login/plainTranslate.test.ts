import { describe, expect, it } from 'vitest';
import { plainTranslate } from '#console/entry/login/LoginPage.tsx';
import { createTranslator } from '@merchant-console/declaration';
import type { TranslateOptions } from '../../../../packages/declaration/src/texts/translator.ts';

const MESSAGES = { a: { b: 'words', n: 'timeout of %{ms}ms, %{ms}!', none: 'no %{value}' } };

describe("the login page's translation", () => {
  it.each<[string, TranslateOptions | undefined]>([
    ['a.b', undefined],
    ['a.n', { ms: 5000 }],
    ['a.n', { ms: 0 }],
    ['a.none', {}],
    ['Words of the server', { _: 'Words of the server' }],
    ['a', { _: 'fallback' }],
    ['a.b.c', { _: 'fallback' }],
    ['a.toString', { _: 'fallback' }],
  ])("returns the same as the console's: %s", (key, options) => {
    const console = createTranslator(MESSAGES, 'en');
    expect(plainTranslate(MESSAGES)(key, options)).toBe(console(key, options));
  });

  it('returns the key if there is no text', () => {
    expect(plainTranslate(MESSAGES)('a.missing')).toBe('a.missing');
    expect(plainTranslate(MESSAGES)('__proto__.x')).toBe('__proto__.x');
  });
});
