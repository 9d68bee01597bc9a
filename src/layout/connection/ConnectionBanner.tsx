import { Alert, Box } from '@mui/material';
import { memo } from 'react';
import { formatInZone } from '#shared/format/timeZone.ts';
import { useConnection } from '#console/api/connection/ConnectionContext.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useRecovery } from './useRecovery.ts';

/**
 * Tells for as long as the server can't be reached or can't serve. Its element is there before, so that screen readers
 * announce it once.
 */
export const ConnectionBanner = memo(function ConnectionBanner() {
  const { translate, currencyData } = useFormatContext();
  const { isOnline, isServing, lastAnswerAt } = useConnection();
  useRecovery(isOnline && isServing);
  return (
    <Box role="status" sx={{ position: 'sticky', top: 'var(--sticky-top, 0px)', zIndex: 'appBar' }}>
      {!(isOnline && isServing) && (
        <Alert
          role="presentation"
          severity="warning"
          variant="filled"
          square
          sx={{ alignItems: 'center', px: { xs: 2.5, sm: 3 }, py: 0.25 }}
        >
          {translate(isOnline ? 'shell.unavailable' : 'shell.offline')}
          {!isOnline && lastAnswerAt && (
            <Box component="span" sx={{ ml: 0.5 }}>
              {translate('shell.offline_since', { time: formatInZone(lastAnswerAt, currencyData.time_zone) })}
            </Box>
          )}
        </Alert>
      )}
    </Box>
  );
});
