import { FormControl, FormLabel, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { COLOR_SCHEMES, type ShellSettings } from './shellSettings.ts';

interface SchemeChoiceProps {
  scheme: ShellSettings['colorScheme'];
  onChange: (scheme: ShellSettings['colorScheme']) => void;
}

export function SchemeChoice({ scheme, onChange }: SchemeChoiceProps) {
  const translate = useTranslate();
  const labelId = useId();
  return (
    <FormControl>
      <FormLabel id={labelId} focused={false} sx={{ mb: 0.75, fontSize: '0.875rem', color: 'text.primary' }}>
        {translate('shell.drawer.appearance')}
      </FormLabel>
      <ToggleButtonGroup exclusive fullWidth size="small" color="primary" value={scheme} aria-labelledby={labelId}>
        {COLOR_SCHEMES.map((one) => (
          <ToggleButton key={one} value={one} onClick={() => onChange(one)} sx={{ px: 0.5, py: 0.5 }}>
            {translate(`shell.drawer.schemes.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </FormControl>
  );
}
