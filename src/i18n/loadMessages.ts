import type { TranslationMessages } from 'react-admin';
import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';
import { mergeMessages } from './mergeMessages.ts';

/** What lies over react-admin's English texts, the last one on top. Each import is a file of its own in the build. */
const LAYERS: Record<Language, (() => Promise<{ default: Messages }>)[]> = {
  en: [() => import('../../i18n/en.json')],
  zh: [() => import('ra-language-chinese'), () => import('../../i18n/zh.json')],
  es: [() => import('../../i18n/es.json')],
  ja: [() => import('../../i18n/ja.json')],
};

/**
 * All texts of one language: the product's and react-admin's. Only this language's files are fetched. English lies
 * underneath, so that a key which a new version of react-admin brings is readable before it is translated.
 * Rejects when a file can't be fetched.
 */
export async function loadMessages(language: Language): Promise<TranslationMessages> {
  const [english, ...layers] = await Promise.all([
    import('ra-language-english'),
    ...LAYERS[language].map((load) => load()),
  ]);
  const messages = structuredClone(english.default);
  for (const layer of layers) mergeMessages(messages, layer.default);
  return messages;
}
