import { useCallback } from 'react';
import { useI18nProvider } from 'react-admin';
import { resolveLabel, type Label } from '@merchant-console/declaration';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@merchant-console/declaration/languages';

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
