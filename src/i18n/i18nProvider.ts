import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { loadMessages } from './loadMessages.ts';

/**
 * react-admin's i18nProvider over the four languages.
 *
 * `initialMessages` are those of `initialLanguage`: they must be there before the first render, or keys would flash.
 * `changeLocale` resolves once the new texts are in use, and rejects for an unknown language or when its texts can't
 * be fetched; the language then stays. Of two changes under way the later one wins, whichever loads faster.
 * `onLocaleChange` is told of each change that took place; keeping the choice (a cookie) is its business.
 */
export function createI18nProvider(
  initialLanguage: Language,
  initialMessages: TranslationMessages,
  onLocaleChange: (language: Language) => void,
  load = loadMessages,
): I18nProvider {
  let messages = initialMessages;
  let lastRequest = 0;
  const provider = polyglotI18nProvider(
    () => messages,
    initialLanguage,
    LANGUAGES.map((locale) => ({ locale, name: LANGUAGE_NAMES[locale] })),
    { allowMissing: false },
  );

  async function changeLocale(locale: string): Promise<void> {
    if (!isLanguage(locale)) throw new Error(`No texts for the language "${locale}"`);
    const request = ++lastRequest;
    const loaded = await load(locale);
    if (request !== lastRequest) return;
    messages = loaded;
    await provider.changeLocale(locale);
    onLocaleChange(locale);
  }

  return { ...provider, changeLocale };
}
