import { Box, TextField } from '@mui/material';
import type { JSONPath } from 'jsonc-parser';
import { useTranslate } from 'react-admin';
import { LANGUAGE_NAMES, LANGUAGES } from '@merchant-console/declaration/languages';
import { labelTexts, setLabelText } from './labels.ts';

interface LabelInputsProps {
  text: string;
  /** Place of the label. */
  path: JSONPath;
  onChange(text: string): void;
}

/** A label in each language. */
export function LabelInputs({ text, path, onChange }: LabelInputsProps) {
  const translate = useTranslate();
  const texts = labelTexts(text, path);
  return (
    <Box
      role="group"
      aria-label={translate('declarationDesign.label')}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))' }}
    >
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          size="small"
          label={translate('declarationDesign.label_in', { language: LANGUAGE_NAMES[language] })}
          value={texts[language] ?? ''}
          onChange={({ target }) => onChange(setLabelText(text, path, language, target.value))}
          slotProps={{ htmlInput: { lang: language } }}
        />
      ))}
    </Box>
  );
}
