import { Box, LinearProgress, Typography } from '@mui/material';
import { formatAmount } from '#shared/money/amount.ts';
import type { DownloadProgress } from '#console/api/downloadClient.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

const KB = 1024;
const MB = KB * KB;

/** How far an export is: in rows where they can be counted, else in what has come. */
export function ExportProgress({ progress }: { progress: DownloadProgress | null }) {
  const { translate } = useFormatContext();
  const { receivedBytes = 0, receivedRows = null, totalRows = null } = progress ?? {};
  const label = translate('exporting.progress');
  const inRows = receivedRows !== null && totalRows !== null && totalRows > 0;
  const rows = inRows ? Math.min(receivedRows, totalRows) : 0;
  return (
    <Box>
      {inRows ? (
        <LinearProgress variant="determinate" aria-label={label} value={(100 * rows) / totalRows} />
      ) : (
        <LinearProgress aria-label={label} />
      )}
      <Typography variant="caption" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {inRows
          ? translate('exporting.received_rows', { rows: inDigits(rows), total: inDigits(totalRows) })
          : translate('exporting.received', { size: sizeOf(receivedBytes) })}
      </Typography>
    </Box>
  );
}

const inDigits = (count: number) => formatAmount(String(count), 0);

/** `512 KB`, `3.4 MB`. */
function sizeOf(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / MB).toFixed(1)} MB`;
}
