import { Alert, Box } from '@mui/material';
import { memo } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { useConnection } from '#console/api/connection/ConnectionContext.ts';
import { useRecovery } from './useRecovery.ts';

/** Tells for as long as the server can't be reached. Its place is there before, so that it is announced, and once. */
export const ConnectionBanner = memo(function ConnectionBanner() {
  const translate = useTranslate();
  const [language] = useLocaleState();
  const { isOnline, lastAnswerAt } = useConnection();
  useRecovery(isOnline);
  // The time of this computer's clock, which is beside it, and not that of the merchant's time zone.
  const time = isOnline ? undefined : lastAnswerAt?.toLocaleTimeString(language, { timeStyle: 'medium' });
  return (
    <Box role="status" sx={{ position: 'sticky', top: 'var(--sticky-top, 0px)', zIndex: 'appBar' }}>
      {!isOnline && (
        <Alert
          role="presentation"
          severity="warning"
          variant="filled"
          square
          sx={{ alignItems: 'center', px: { xs: 2.5, sm: 3 }, py: 0.25 }}
        >
          {translate('shell.offline')}
          {time !== undefined && (
            <Box component="span" sx={{ ml: 0.5 }}>
              {translate('shell.offline_since', { time })}
            </Box>
          )}
        </Alert>
      )}
    </Box>
  );
});
