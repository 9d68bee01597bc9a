import { useEffect, useState } from 'react';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import type { Language } from '#shared/i18n/languages.ts';
import { createI18nProvider } from './i18n/i18nProvider.ts';

interface ConsoleI18nConfig {
  firstLanguage: Language;
  firstMessages: TranslationMessages;
  /** The language wanted now. */
  language: Language;
  onLanguageChange: (language: Language) => void;
}

/** react-admin's texts. A new object with each language: all that shows texts renders again, and keeps its state. */
export function useConsoleI18n({ firstLanguage, firstMessages, language, onLanguageChange }: ConsoleI18nConfig) {
  const [i18n, setI18n] = useState<I18nProvider>(() =>
    createI18nProvider(firstLanguage, firstMessages, (chosen) => {
      onLanguageChange(chosen);
      setI18n((current) => ({ ...current }));
    }),
  );
  useEffect(() => {
    if (language !== i18n.getLocale()) void i18n.changeLocale(language).catch(console.error);
    // Only a change from outside counts: one from inside is under way already.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [language]);
  return i18n;
}
