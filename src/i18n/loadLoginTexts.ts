import type { Language } from '@merchant-console/declaration/languages';
import type { Messages } from '@merchant-console/declaration';

/** Each import becomes a separate chunk of the build. */
const TEXTS: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('../../i18n/login/en.json'),
  zh: () => import('../../i18n/login/zh.json'),
  es: () => import('../../i18n/login/es.json'),
  ja: () => import('../../i18n/login/ja.json'),
};

/** Loads the login page's texts only. Rejects if they can't be loaded. */
export async function loadLoginTexts(language: Language): Promise<Messages> {
  return (await TEXTS[language]()).default;
}
