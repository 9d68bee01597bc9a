import { Alert, Box } from '@mui/material';
import { memo, useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { formatInZone } from '#shared/format/timeZone.ts';
import { useConnection } from '#console/api/connection.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

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

/** Asks anew for all that is in sight once the server is back: it may be old, or may never have come. */
function useRecovery(isThere: boolean): void {
  const queryClient = useQueryClient();
  const wasThere = useRef(isThere);
  useEffect(() => {
    if (isThere && !wasThere.current) void queryClient.invalidateQueries();
    wasThere.current = isThere;
  }, [isThere, queryClient]);
}
