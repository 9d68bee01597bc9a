import { Box } from '@mui/material';

/** A JSON value, written so that people can read it. */
export function JsonText({ value }: { value: unknown }) {
  return (
    <Box
      component="pre"
      // Long ones scroll by keyboard, too.
      tabIndex={0}
      sx={{
        m: 0,
        maxHeight: 320,
        overflow: 'auto',
        fontFamily: 'monospace',
        fontSize: '0.8125rem',
        textAlign: 'start',
      }}
    >
      {JSON.stringify(value, null, 2)}
    </Box>
  );
}
