import { describe, expect, it } from 'vitest';
import { detectLanguage, isLanguage, LANGUAGES } from '@merchant-console/declaration/languages';

describe('the initial language', () => {
  it.each(LANGUAGES)('is that of the cookie: %s', (cookie) => {
    expect(detectLanguage({ cookie, browserLanguages: ['fr-FR'] })).toBe(cookie);
  });

  it.each(['fr', 'EN', 'zh-CN', 'zh ', 'constructor', '<script>'])(
    'is English for the unknown cookie value %s, regardless of the browser’s languages',
    (cookie) => {
      expect(detectLanguage({ cookie, browserLanguages: ['ja'] })).toBe('en');
    },
  );

  it.each([
    ['zh-TW', 'zh'],
    ['es-419', 'es'],
    ['ja', 'ja'],
    ['en-GB', 'en'],
    ['ZH-Hans-CN', 'zh'],
    ['fr-FR', 'en'],
    ['', 'en'],
  ])('is, without a cookie, for the browser language "%s": %s', (tag, language) => {
    expect(detectLanguage({ cookie: undefined, browserLanguages: [tag] })).toBe(language);
    expect(detectLanguage({ cookie: '', browserLanguages: [tag] })).toBe(language);
  });

  it('is the first of en, zh, es, ja that matches a tag', () => {
    expect(detectLanguage({ browserLanguages: ['zh-x-es'] })).toBe('zh');
    expect(detectLanguage({ browserLanguages: ['ja-x-zh-en'] })).toBe('en');
  });

  it('respects the order of the browser’s languages', () => {
    expect(detectLanguage({ browserLanguages: ['ja-JP', 'en-US'] })).toBe('ja');
    expect(detectLanguage({ browserLanguages: ['fr-FR', 'es-ES', 'en'] })).toBe('es');
  });

  it('is English if the browser names none', () => {
    expect(detectLanguage({ browserLanguages: [] })).toBe('en');
  });
});

describe('isLanguage', () => {
  it('accepts only the four codes', () => {
    expect(['en', 'zh', 'es', 'ja', 'fr', 'EN', ''].filter(isLanguage)).toEqual(['en', 'zh', 'es', 'ja']);
  });
});
