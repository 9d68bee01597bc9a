import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { TEST_FRAME_COLOR } from '../palettes.ts';
import type { Sides } from './useTestMode.ts';

/** The header's switch between live and test data. A button, because MUI's switch would add 4 KB to each first page. */
export function TestModeSwitch({ isTest, switchSide }: Sides) {
  const translate = useTranslate();
  if (switchSide === null) return null;
  return (
    <Button
      role="switch"
      aria-checked={isTest}
      size="small"
      variant="outlined"
      color="inherit"
      onClick={switchSide}
      sx={isTest ? on : off}
    >
      {translate('testMode.name')}
    </Button>
  );
}

const off = { mx: 0.5, flexShrink: 0, color: 'text.secondary', borderColor: 'divider' };

const on = { ...off, color: '#ffffff', borderColor: TEST_FRAME_COLOR, '&, &:hover': { bgcolor: TEST_FRAME_COLOR } };
