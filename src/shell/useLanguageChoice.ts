import { useI18nProvider, useNotify } from 'react-admin';
import type { Language } from '@merchant-console/declaration/languages';
import { useLanguage } from './useLabel.ts';

/** The current language, and a function that switches it. All texts change immediately, and input is kept. */
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
