import { MenuItem, TextField } from '@mui/material';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '#shared/i18n/languages.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useLanguageChoice } from '#console/layout/useLanguageChoice.ts';
import { Section } from './Section.tsx';

/** The language of this browser, as in the bar at the top. */
export function LanguageSection() {
  const { translate } = useFormatContext();
  const { current, choose } = useLanguageChoice();
  return (
    <Section title={translate('shell.language')} about={translate('account.language.about')}>
      <TextField
        select
        id="account-language"
        label={translate('shell.language')}
        value={current}
        onChange={({ target: { value } }) => isLanguage(value) && choose(value)}
        sx={{ maxWidth: 420 }}
      >
        {LANGUAGES.map((language) => (
          <MenuItem key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </MenuItem>
        ))}
      </TextField>
    </Section>
  );
}
