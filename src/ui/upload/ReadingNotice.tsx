import { Alert, AlertTitle, Box } from '@mui/material';
import { useFormatContext } from '@merchant-console/ra-declared';

/** Says what of a file wasn't read, for its uploader and whoever approves it. Nothing without lines. */
export function ReadingNotice({ lines }: { lines: readonly string[] }) {
  const { translate } = useFormatContext();
  if (lines.length === 0) return null;
  return (
    <Alert severity="info">
      <AlertTitle>{translate('upload.reading.title')}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </Alert>
  );
}
