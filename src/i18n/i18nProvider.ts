import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider, TranslationMessages } from 'react-admin';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { areLateTextsWanted, provideLateTexts } from './lateTexts.ts';
import { loadLateMessages, loadMessages, mergeMessages } from './loadMessages.ts';

/**
 * react-admin's i18nProvider over the four languages.
 *
 * `initialMessages` are those of `initialLanguage`: they must be there before the first render, or keys would flash. What
 * they lack comes by `lateTexts`; another language comes whole.
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
  let current = initialLanguage;
  let isWhole = areLateTextsWanted();
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
    isWhole = true;
    await provider.changeLocale(chosen);
    onLocaleChange(chosen);
  }

  provideLateTexts(async () => {
    if (isWhole) return;
    const late = await loadLateMessages(current);
    // Another language has come meanwhile, with all its texts, or somebody else has waited for the same.
    if (isWhole) return;
    mergeMessages(messages, late);
    isWhole = true;
    await provider.changeLocale(current);
  });

  return { ...provider, changeLocale };
}
