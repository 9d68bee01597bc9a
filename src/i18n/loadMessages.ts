import type { TranslationMessages } from 'react-admin';
import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import { areLateTextsWanted } from './lateTexts.ts';
import { loadLocale } from './locales.ts';

/** What lies over react-admin's English texts, the last one on top. Each import is a file of its own in the build. */
const LAYERS: Record<Language, (() => Promise<{ default: Messages }>)[]> = {
  en: [() => import('../../i18n/login/en.json'), () => import('../../i18n/en.json')],
  zh: [
    () => import('ra-language-chinese'),
    () => import('../../i18n/login/zh.json'),
    () => import('../../i18n/zh.json'),
  ],
  es: [() => import('../../i18n/login/es.json'), () => import('../../i18n/es.json')],
  ja: [() => import('../../i18n/login/ja.json'), () => import('../../i18n/ja.json')],
};

/** What only some pages need, fetched with them. */
const LATE: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('../../i18n/pages/en.json'),
  zh: () => import('../../i18n/pages/zh.json'),
  es: () => import('../../i18n/pages/es.json'),
  ja: () => import('../../i18n/pages/ja.json'),
};

/** All texts of one language. Rejects when a file can't be fetched. */
export async function loadMessages(language: Language): Promise<TranslationMessages> {
  const [messages, late] = await Promise.all([loadFirstMessages(language), loadLateMessages(language)]);
  mergeMessages(messages, late);
  return messages;
}

/** Those that `loadFirstMessages` leaves out. The language's locale comes with them. */
export async function loadLateMessages(language: Language): Promise<Messages> {
  const [late] = await Promise.all([LATE[language](), loadLocale(language)]);
  return late.default;
}

/**
 * The texts of one language that its first page needs: the product's and react-admin's. Only this language's files are fetched. English lies
 * underneath, so that a key which a new version of react-admin brings is readable before it is translated.
 * Rejects when a file can't be fetched.
 */
export async function loadFirstMessages(language: Language): Promise<TranslationMessages> {
  const [english, ...layers] = await Promise.all([
    import('ra-language-english'),
    ...LAYERS[language].map((load) => load()),
  ]);
  const messages = structuredClone(english.default);
  for (const layer of layers) mergeMessages(messages, layer.default);
  if (areLateTextsWanted()) mergeMessages(messages, await loadLateMessages(language));
  return messages;
}

/** Writes the texts of `overrides` into `target`, key by key at every depth; what only `target` has stays. */
export function mergeMessages(target: Messages, overrides: Messages): void {
  for (const [key, value] of Object.entries(overrides)) {
    const present = target[key];
    if (typeof value === 'object' && typeof present === 'object') mergeMessages(present, value);
    else target[key] = value;
  }
}
