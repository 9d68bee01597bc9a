import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';

/** `?login` takes those texts alone that are shown before sign-in: see vite.config.ts. */
const TEXTS: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('../../i18n/en.json?login'),
  zh: () => import('../../i18n/zh.json?login'),
  es: () => import('../../i18n/es.json?login'),
  ja: () => import('../../i18n/ja.json?login'),
};

/** The login page's texts; the console's other texts come with the console. Rejects when they can't be fetched. */
export async function loadLoginTexts(language: Language): Promise<Messages> {
  return (await TEXTS[language]()).default;
}
