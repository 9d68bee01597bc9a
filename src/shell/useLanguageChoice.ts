import { useI18nProvider, useNotify } from 'react-admin';
import type { Language } from '#shared/i18n/languages.ts';
import { useLanguage } from './useLabel.ts';

/** The language in use, and the way to another: all texts follow at once, and what was typed stays. */
export function useLanguageChoice(): { current: Language; choose: (language: Language) => void } {
  const i18n = useI18nProvider();
  const notify = useNotify();
  const current = useLanguage();

  async function change(language: Language): Promise<void> {
    try {
      await i18n.changeLocale(language);
      notify('shell.language_switched', { type: 'success' });
    } catch {
      notify('errors.network', { type: 'error' });
    }
  }

  return { current, choose: (language) => void change(language) };
}
