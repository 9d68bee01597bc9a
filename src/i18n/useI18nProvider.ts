import { useEffect, useState } from 'react';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import type { Language } from '#shared/i18n/languages.ts';
import { createI18nProvider } from './i18nProvider.ts';

export interface I18nConfig {
  firstLanguage: Language;
  /** The texts in `firstLanguage`. */
  firstMessages: TranslationMessages;
  /** The language to change to, if it differs from the current one. */
  language: Language;
  onLanguageChange: (language: Language) => void;
}

/** react-admin's i18nProvider. It is a new object after each change, so that every text re-renders and state is kept. */
export function useI18nProvider({ firstLanguage, firstMessages, language, onLanguageChange }: I18nConfig) {
  const [i18n, setI18n] = useState<I18nProvider>(() =>
    createI18nProvider(firstLanguage, firstMessages, (chosen) => {
      onLanguageChange(chosen);
      setI18n((current) => ({ ...current }));
    }),
  );
  useEffect(() => {
    if (language !== i18n.getLocale()) void i18n.changeLocale(language).catch(console.error);
    // Only an external change counts, because an internal one is already in progress.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [language]);
  return i18n;
}
