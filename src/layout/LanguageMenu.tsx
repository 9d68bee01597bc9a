import Translate from '@mui/icons-material/Translate';
import { MenuItem } from '@mui/material';
import { useI18nProvider, useNotify, useTranslate } from 'react-admin';
import { LANGUAGE_NAMES, type Language } from '#shared/i18n/languages.ts';
import { HeaderMenu } from './HeaderMenu.tsx';
import { useLanguage } from './useLabel.ts';

/** The spec's choice for the header; the login page offers all four. */
const OFFERED: readonly Language[] = ['zh', 'en'];

export function LanguageMenu() {
  const i18n = useI18nProvider();
  const translate = useTranslate();
  const notify = useNotify();
  const current = useLanguage();

  async function choose(language: Language): Promise<void> {
    try {
      await i18n.changeLocale(language);
      notify('shell.language_switched', { type: 'success' });
    } catch {
      notify('errors.network', { type: 'error' });
    }
  }

  return (
    <HeaderMenu name={translate('shell.language')} icon={<Translate fontSize="small" />}>
      {OFFERED.map((language) => (
        <MenuItem
          key={language}
          lang={language}
          selected={language === current}
          disabled={language === current}
          onClick={() => void choose(language)}
        >
          {LANGUAGE_NAMES[language]}
        </MenuItem>
      ))}
    </HeaderMenu>
  );
}
