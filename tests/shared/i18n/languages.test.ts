import { describe, expect, it } from 'vitest';
import { detectLanguage, isLanguage, LANGUAGES } from '#shared/i18n/languages.ts';

describe('the language to start in', () => {
  it.each(LANGUAGES)('is the one of the cookie: %s', (cookie) => {
    expect(detectLanguage({ cookie, browserLanguages: ['fr-FR'] })).toBe(cookie);
  });

  it.each(['fr', 'EN', 'zh-CN', 'zh ', 'constructor', '<script>'])(
    'is English for the unknown cookie value %s, whatever the browser speaks',
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

  it('tries en, zh, es, ja in this order within one tag', () => {
    expect(detectLanguage({ browserLanguages: ['zh-x-es'] })).toBe('zh');
    expect(detectLanguage({ browserLanguages: ['ja-x-zh-en'] })).toBe('en');
  });

  it('follows the order of the browser languages', () => {
    expect(detectLanguage({ browserLanguages: ['ja-JP', 'en-US'] })).toBe('ja');
    expect(detectLanguage({ browserLanguages: ['fr-FR', 'es-ES', 'en'] })).toBe('es');
  });

  it('is English when the browser names none', () => {
    expect(detectLanguage({ browserLanguages: [] })).toBe('en');
  });
});

describe('isLanguage', () => {
  it('knows the four codes only', () => {
    expect(['en', 'zh', 'es', 'ja', 'fr', 'EN', ''].filter(isLanguage)).toEqual(['en', 'zh', 'es', 'ja']);
  });
});
