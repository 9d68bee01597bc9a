import type { Language } from '@merchant-console/declaration/languages';
import type { LanguageLocale } from './LanguageLocale.ts';

const FILES: Record<Language, () => Promise<{ locale: LanguageLocale }>> = {
  en: () => import('./locales/en.ts'),
  zh: () => import('./locales/zh.ts'),
  es: () => import('./locales/es.ts'),
  ja: () => import('./locales/ja.ts'),
};

const loaded = new Map<Language, LanguageLocale>();

/** Loads the locale of one language, together with the texts of pages. Rejects if the file can't be loaded. */
export async function loadLocale(language: Language): Promise<void> {
  loaded.set(language, (await FILES[language]()).locale);
}

/** @throws {Error} before `loadLocale`. The code of pages that need it waits for the texts of pages */
export function localeOf(language: Language): LanguageLocale {
  const locale = loaded.get(language);
  if (!locale) throw new Error(`The locale of "${language}" has not been loaded`);
  return locale;
}
