import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { LANGUAGES, type Language } from '@merchant-console/declaration/languages';
import { type Messages, mergeMessages } from '@merchant-console/declaration';
import { flatTexts, placeholders, pluralForms, wordsOf } from './flatTexts.ts';

const messagesSchema: z.ZodType<Messages> = z.record(
  z.string(),
  z.lazy(() => z.union([z.string(), messagesSchema])),
);

/** The specification prescribes their wording, regardless of the language. */
const SAME_EVERYWHERE = ['shell.full_screen_unsupported', 'shell.language_switched'];

/** Same spelling in both languages ("No", "Roles"). Chinese and Japanese share no word with English. */
const SAME_AS_ENGLISH: Record<Exclude<Language, 'en'>, readonly string[]> = {
  zh: [],
  es: [
    'configurationProblems.error',
    'export.no',
    'fields.roles',
    'menu.roleManagement',
    'ra.boolean.false',
    'ra.message.no',
    'resources.roles.name',
    'tryIt.took',
    'wallets.figures.total',
  ],
  ja: [],
};

/** Foreign words used unchanged in Chinese and Japanese texts: keys, formats, protocols and file contents. */
const FOREIGN_WORDS =
  /"(?:onDelete|refuse|delete|clear|storage|table)"|\b(?:pay_password|totp_code|X-(?:Pay-Password|Totp-Code|Token)|Authorization|https|resources|sign(?:_type)?|key(?==)|amount=100&order_no=A1|HMAC-SHA256|Gateway-Version|migrate\.(?:drop|from|rename|unmask)|source|default|mask|API|Alt|Caps Lock|Cookie|CSV|Excel|http|HTTP|TLS|nonce|notify_url|(?:merchant_)?(?:order|refund)_no|application\/[a-z-]+|ID|IP|JSON|MD5|OpenAPI|TOTP|URL|UTF-8|Webhook|XLSX|MB|PDF|xls|HTML|XML|WPS|constructor|maxLength)\b/g;

/** The same common characters, simplified and traditional. Japanese uses the traditional or its own form. */
const SIMPLIFIED = /[们这请单户认证关闭为时间错误输订账额页显设导编辑删动传应选择无费务业级组织员确报审]/;
const NOT_SIMPLIFIED = /[們這請單戶認證關閉為時間錯誤輸訂賬額頁顯設導編輯刪動傳應選擇無費務業級組織員確報審]/;

const FORMS_OF_A_PLURAL: Record<Language, number> = { en: 2, zh: 1, es: 2, ja: 1 };

/** The texts of the console, including react-admin's, and of the server. */
async function allTexts(language: Language) {
  const server = messagesSchema.parse(JSON.parse(readFileSync(`i18n/server/${language}.json`, 'utf8')));
  return flatTexts({ ...(await loadMessages(language)), ...server });
}

const english = await allTexts('en');

/** The texts for which `wrong` returns true, as "key: text". */
async function textsWhere(language: Language, wrong: (text: string, key: string) => boolean): Promise<string[]> {
  const texts = await allTexts(language);
  return [...texts].filter(([key, text]) => wrong(text, key)).map(([key, text]) => `${key}: ${text}`);
}

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const folders = ['i18n', 'i18n/login', 'i18n/pages', 'i18n/server', 'packages/declaration/messages'];
  const sources = folders.map((folder) => readFileSync(`${folder}/${language}.json`, 'utf8'));
  const files = sources.map((source) => messagesSchema.parse(JSON.parse(source)));
  const own: Messages = {};
  for (const file of files) mergeMessages(own, structuredClone(file));

  it('have no duplicate key, and an indent of two spaces', () => {
    expect(sources).toEqual(files.map((file) => `${JSON.stringify(file, null, 2)}\n`));
    const keys = files.flatMap((file) => [...flatTexts(file).keys()]);
    expect(keys).toHaveLength(new Set(keys).size);
  });

  it('exist for each English key', async () => {
    const texts = await allTexts(language);
    expect([...english.keys()].filter((key) => !texts.has(key))).toEqual([]);
  });

  it('exist for no key that English doesn’t have', () => {
    expect([...flatTexts(own).keys()].filter((key) => !english.has(key))).toEqual([]);
  });

  it('are not empty', async () => {
    expect(await textsWhere(language, (text) => text === '')).toEqual([]);
  });

  it('have the plural forms of the language', async () => {
    const formsWanted = (key: string) =>
      pluralForms(english.get(key) ?? '').length > 1 ? FORMS_OF_A_PLURAL[language] : 1;
    expect(await textsWhere(language, (text, key) => pluralForms(text).length !== formsWanted(key))).toEqual([]);
  });

  it('have the placeholders of the English text in each plural form', async () => {
    const differs = (text: string, key: string) => {
      const forms = pluralForms(text);
      // A language with one form uses it for any number, as the last English form.
      const model = pluralForms(english.get(key) ?? '').slice(-forms.length);
      return JSON.stringify(forms.map(placeholders)) !== JSON.stringify(model.map(placeholders));
    };
    expect(await textsWhere(language, (text, key) => english.has(key) && differs(text, key))).toEqual([]);
  });
});

describe.each(['zh', 'es', 'ja'] as const)('the translation to %s', (language) => {
  it('has no text identical to the English one', async () => {
    const isCopy = (text: string, key: string) => /\p{L}/u.test(wordsOf(text)) && text === english.get(key);
    const copied = (await textsWhere(language, isCopy)).map((line) => line.split(':')[0]);
    expect(new Set(copied)).toEqual(new Set([...SAME_EVERYWHERE, ...SAME_AS_ENGLISH[language]]));
  });
});

describe.each(['zh', 'ja'] as const)('the translation to %s', (language) => {
  it('contains no English words', async () => {
    const hasEnglish = (text: string, key: string) =>
      !SAME_EVERYWHERE.includes(key) && /[A-Za-z]{2,}/.test(wordsOf(text).replaceAll(FOREIGN_WORDS, ''));
    expect(await textsWhere(language, hasEnglish)).toEqual([]);
  });

  it('has full-width punctuation', async () => {
    const isHalfWidth = (text: string) =>
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}] ?[,.?!:;]/u.test(text);
    expect(await textsWhere(language, isHalfWidth)).toEqual([]);
  });
});

describe('the characters', () => {
  it('are simplified in Chinese', async () => {
    const isOther = (text: string) =>
      NOT_SIMPLIFIED.test(text) || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
    expect(await textsWhere('zh', isOther)).toEqual([]);
  });

  it('are not simplified in Japanese', async () => {
    expect(await textsWhere('ja', (text) => SIMPLIFIED.test(text))).toEqual([]);
  });

  it.each(['en', 'es'] as const)('are Latin in %s', async (language) => {
    const isOther = (text: string) => /[^\p{Script=Latin}\p{Script=Common}]/u.test(text);
    expect(await textsWhere(language, isOther)).toEqual([]);
  });
});
