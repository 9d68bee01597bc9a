import Replay from '@mui/icons-material/Replay';
import { Box, IconButton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';

/** Stands where a part of the frame has failed; the closed sidebar has room for its button only. */
export function PartFailure({ onRetry }: { onRetry: () => void }) {
  const translate = useTranslate();
  const again = translate('shell.try_again');
  return (
    <Box role="alert" sx={row}>
      <IconButton color="inherit" aria-label={again} title={again} onClick={onRetry} sx={{ flex: 'none' }}>
        <Replay fontSize="small" />
      </IconButton>
      <Typography variant="body2" noWrap>
        {translate('shell.part_failed')}
      </Typography>
    </Box>
  );
}

const row = { display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0, px: 1, overflow: 'hidden' };
