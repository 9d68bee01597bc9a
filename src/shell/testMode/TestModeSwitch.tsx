import { FormControlLabel, Switch } from '@mui/material';
import { useTranslate } from 'react-admin';
import { TEST_FRAME_COLOR } from '../palettes.ts';
import type { Sides } from './useTestMode.ts';

/** The header's switch between live and test data. */
export function TestModeSwitch({ isTest, switchSide }: Sides) {
  const translate = useTranslate();
  if (switchSide === null) return null;
  return (
    <FormControlLabel
      label={translate('testMode.name')}
      control={<Switch size="small" checked={isTest} onChange={switchSide} sx={isTest ? checked : undefined} />}
      slotProps={{ typography: { noWrap: true, variant: 'body2', color: isTest ? 'text.primary' : 'text.secondary' } }}
      sx={{ mx: 0.5, flexShrink: 0 }}
    />
  );
}

const checked = {
  '& .MuiSwitch-switchBase.Mui-checked + .MuiSwitch-track': { backgroundColor: TEST_FRAME_COLOR },
  '& .MuiSwitch-switchBase.Mui-checked': { color: TEST_FRAME_COLOR },
};
