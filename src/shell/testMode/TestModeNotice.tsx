import { Alert, Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { TEST_FRAME_COLOR } from '../palettes.ts';
import type { Sides } from './useTestMode.ts';

/** Banner on every page and frame around the window while the console shows test data. */
export function TestModeNotice({ switchSide }: Sides) {
  const translate = useTranslate();
  return (
    <>
      <Box role="status">
        <Alert role="presentation" severity="warning" variant="filled" icon={false} square sx={banner}>
          <span>{translate('testMode.banner')}</span>
          {switchSide && (
            <Button color="inherit" size="small" onClick={() => switchSide()} sx={leave}>
              {translate('testMode.leave')}
            </Button>
          )}
        </Alert>
      </Box>
      <Box aria-hidden sx={frame} />
    </>
  );
}

const banner = {
  px: { xs: 2.5, sm: 3 },
  py: 0,
  color: '#ffffff',
  backgroundColor: TEST_FRAME_COLOR,
  '& .MuiAlert-message': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, py: 0.5 },
} as const;

/** On a narrow screen, the account menu has it. */
const leave = { display: { xs: 'none', sm: 'inline-flex' }, textDecoration: 'underline' };

const frame = {
  position: 'fixed',
  inset: 0,
  zIndex: 'tooltip',
  border: `3px solid ${TEST_FRAME_COLOR}`,
  pointerEvents: 'none',
} as const;
