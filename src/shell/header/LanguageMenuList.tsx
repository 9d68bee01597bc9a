import Check from '@mui/icons-material/Check';
import { MenuItem } from '@mui/material';
import { LANGUAGE_NAMES, LANGUAGES } from '#shared/i18n/languages.ts';
import { HeaderMenuList, type OpenMenu } from './HeaderMenuList.tsx';
import { useLanguageChoice } from '../useLanguageChoice.ts';

export function LanguageMenuList(menu: OpenMenu) {
  return <HeaderMenuList {...menu}>{languageItems(useLanguageChoice())}</HeaderMenuList>;
}

/** All languages, each in its own words; the one in use can't be chosen. An array, because a menu wants its items so. */
export function languageItems({ current, choose }: ReturnType<typeof useLanguageChoice>) {
  return LANGUAGES.map((language) => {
    const isCurrent = language === current;
    return (
      <MenuItem
        key={language}
        lang={language}
        selected={isCurrent}
        disabled={isCurrent}
        aria-current={isCurrent || undefined}
        onClick={() => choose(language)}
        // It is read, though it can't be chosen.
        sx={{ gap: 2, '&.Mui-disabled': { opacity: 0.75 } }}
      >
        {LANGUAGE_NAMES[language]}
        {isCurrent && <Check fontSize="small" sx={{ ml: 'auto' }} />}
      </MenuItem>
    );
  });
}
