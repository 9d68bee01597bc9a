import type { Language } from '#shared/i18n/languages.ts';
import type { Messages } from '#shared/i18n/translator.ts';

/** Each import is a file of its own in the build. */
const TEXTS: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('../../i18n/login/en.json'),
  zh: () => import('../../i18n/login/zh.json'),
  es: () => import('../../i18n/login/es.json'),
  ja: () => import('../../i18n/login/ja.json'),
};

/** The login page's texts; the console's other texts come with the console. Rejects when they can't be fetched. */
export async function loadLoginTexts(language: Language): Promise<Messages> {
  return (await TEXTS[language]()).default;
}
