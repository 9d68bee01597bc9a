import polyglotI18nProvider from 'ra-i18n-polyglot';
import { useEffect, useState } from 'react';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import { LANGUAGES, LANGUAGE_NAMES, isLanguage, type Language } from '@merchant-console/declaration/languages';
import { withCommonFieldTexts } from '@merchant-console/declaration';
import { providePageTexts } from '@merchant-console/ra-declared/internal';
import { addPageMessages, isWhole, loadMessages } from './loadMessages.ts';

/**
 * react-admin's i18nProvider for the four languages.
 *
 * `initialMessages` are those of `initialLanguage`. They must be loaded before the first render, because otherwise keys
 * would flash. `loadPageTexts` adds the missing ones; any other language is loaded completely.
 * `changeLocale` resolves once the new texts are in use. It rejects for an unknown language or if its texts can't be
 * loaded; the language then stays the same. Of two concurrent changes the later one wins, whichever loads faster.
 * `onLocaleChange` is called after each change and must store the choice (a cookie).
 * A field without a text of its resource has the text of all fields with its name, in react-admin's own parts too.
 */
export function createI18nProvider(
  initialLanguage: Language,
  initialMessages: TranslationMessages,
  onLocaleChange: (language: Language) => void,
  load = loadMessages,
): I18nProvider {
  let messages = initialMessages;
  let current = initialLanguage;
  /** True if polyglot has all texts. It ignores texts that are added to its messages later. */
  let hasAll = isWhole(initialMessages);
  let lastRequest = 0;
  const provider = polyglotI18nProvider(
    () => messages,
    initialLanguage,
    LANGUAGES.map((locale) => ({ locale, name: LANGUAGE_NAMES[locale] })),
    { allowMissing: false },
  );

  async function changeLocale(chosen: string): Promise<void> {
    if (!isLanguage(chosen)) throw new Error(`No texts for the language "${chosen}"`);
    const request = ++lastRequest;
    const loaded = await load(chosen);
    if (request !== lastRequest) return;
    messages = loaded;
    current = chosen;
    hasAll = true;
    await provider.changeLocale(chosen);
    onLocaleChange(chosen);
  }

  providePageTexts(async () => {
    if (hasAll) return;
    await addPageMessages(messages, current);
    // In the meantime, another language was loaded with all its texts, or another caller has added these.
    if (hasAll) return;
    hasAll = true;
    await provider.changeLocale(current);
  });

  return {
    ...provider,
    translate: withCommonFieldTexts((key, options) => provider.translate(key, options)),
    changeLocale,
  };
}

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
