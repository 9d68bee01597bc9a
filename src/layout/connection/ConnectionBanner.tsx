import { Alert, Box } from '@mui/material';
import { memo } from 'react';
import { formatInZone } from '#shared/format/timeZone.ts';
import { useConnection } from '#console/api/connection/ConnectionContext.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useRecovery } from './useRecovery.ts';

/** Tells for as long as the server can't be reached. Its place is there before, so that it is announced, and once. */
export const ConnectionBanner = memo(function ConnectionBanner() {
  const { translate, currencyData } = useFormatContext();
  const { isOnline, lastAnswerAt } = useConnection();
  useRecovery(isOnline);
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
          {lastAnswerAt && (
            <Box component="span" sx={{ ml: 0.5 }}>
              {translate('shell.offline_since', { time: formatInZone(lastAnswerAt, currencyData.time_zone) })}
            </Box>
          )}
        </Alert>
      )}
    </Box>
  );
});
