import { Box, Typography } from '@mui/material';
import { formatInZone } from '#shared/format/timeZone.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { LoggedError } from './LoggedError.ts';

const code = {
  m: 0,
  fontFamily: 'monospace',
  fontSize: '0.75rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;

export function ErrorEntry({ error: { message, place, address, time, stack } }: { error: LoggedError }) {
  const { translate, currencyData } = useFormatContext();
  const facts: [string, string][] = [
    [translate('shell.error_place'), place],
    [translate('shell.error_address'), address],
    [translate('shell.error_time'), formatInZone(time, currencyData.time_zone)],
  ];
  return (
    <Box component="li" sx={{ py: 2, borderTop: 1, borderColor: 'divider', '&::marker': { color: 'text.secondary' } }}>
      <Typography color="error" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {message}
      </Typography>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 2, rowGap: 0.5, my: 1 }}
      >
        {facts.map(([name, value]) =>
          value === '' ? null : (
            <Box key={name} sx={{ display: 'contents' }}>
              <Typography component="dt" variant="body2" color="text.secondary">
                {name}
              </Typography>
              <Typography component="dd" sx={{ ...code, lineHeight: 1.7 }}>
                {value}
              </Typography>
            </Box>
          ),
        )}
      </Box>
      {stack !== '' && (
        <details>
          <Typography
            component="summary"
            variant="body2"
            sx={{
              width: 'fit-content',
              minHeight: 24,
              borderRadius: 0.5,
              cursor: 'pointer',
              '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid' },
            }}
          >
            {translate('shell.error_stack')}
          </Typography>
          <Typography component="pre" color="text.secondary" sx={code}>
            {stack}
          </Typography>
        </details>
      )}
    </Box>
  );
}
