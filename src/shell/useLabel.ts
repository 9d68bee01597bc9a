import { useCallback } from 'react';
import { useI18nProvider } from 'react-admin';
import { resolveLabel, type Label } from '#shared/i18n/label.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#shared/i18n/languages.ts';

/** The current language of the texts. */
export function useLanguage(): Language {
  const locale = useI18nProvider().getLocale();
  return isLanguage(locale) ? locale : DEFAULT_LANGUAGE;
}

/** Returns a function that resolves a label in the current language. */
export function useLabel(): (label: Label) => string {
  const i18n = useI18nProvider();
  const language = useLanguage();
  return useCallback((label) => resolveLabel(label, language, i18n.translate), [i18n, language]);
}
