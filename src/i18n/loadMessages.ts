import type { TranslationMessages } from 'react-admin';
import type { Language } from '@merchant-console/declaration/languages';
import { mergeMessages, type Messages } from '@merchant-console/declaration';
import { needsPageTexts } from '@merchant-console/ra-declared/internal';
import { loadLocale } from './locales.ts';

/**
 * Texts that override react-admin's English ones, the last one first. Each import becomes a separate chunk of the
 * build.
 */
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

/** Texts that only some pages need, loaded with them. */
const PAGES: Record<Language, (() => Promise<{ default: Messages }>)[]> = {
  en: [() => import('../../i18n/pages/en.json'), () => import('@merchant-console/declaration/messages/en.json')],
  zh: [() => import('../../i18n/pages/zh.json'), () => import('@merchant-console/declaration/messages/zh.json')],
  es: [() => import('../../i18n/pages/es.json'), () => import('@merchant-console/declaration/messages/es.json')],
  ja: [() => import('../../i18n/pages/ja.json'), () => import('@merchant-console/declaration/messages/ja.json')],
};

const whole = new WeakSet<TranslationMessages>();

/** True if these are all texts of their language. */
export const isWhole = (messages: TranslationMessages): boolean => whole.has(messages);

/** Loads all texts of one language. Rejects if a file can't be loaded. */
export async function loadMessages(language: Language): Promise<TranslationMessages> {
  const [messages] = await Promise.all([loadFirstMessages(language), ...PAGES[language].map((load) => load())]);
  await addPageMessages(messages, language);
  return messages;
}

/** Adds the texts that `loadFirstMessages` leaves out, and loads the language's locale. */
export async function addPageMessages(messages: TranslationMessages, language: Language): Promise<void> {
  const [layers] = await Promise.all([Promise.all(PAGES[language].map((load) => load())), loadLocale(language)]);
  for (const layer of layers) mergeMessages(messages, layer.default);
  whole.add(messages);
}

/**
 * Loads the texts that the first page needs in one language: the product's and react-admin's. Only loads this
 * language's files. English is the fallback, so that new keys of react-admin are readable before they are translated.
 * Rejects if a file can't be loaded.
 */
export async function loadFirstMessages(language: Language): Promise<TranslationMessages> {
  const [english, ...layers] = await Promise.all([
    import('ra-language-english'),
    ...LAYERS[language].map((load) => load()),
  ]);
  const messages = structuredClone(english.default);
  for (const layer of layers) mergeMessages(messages, layer.default);
  if (needsPageTexts()) await addPageMessages(messages, language);
  return messages;
}
