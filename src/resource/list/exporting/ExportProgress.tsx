import { Box, LinearProgress, Typography } from '@mui/material';
import { formatCount, formatSize } from '#shared/format/numbers.ts';
import type { DownloadProgress } from '#console/api/downloadClient.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';

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
          ? translate('exporting.received_rows', { rows: formatCount(rows), total: formatCount(totalRows) })
          : translate('exporting.received', { size: formatSize(receivedBytes) })}
      </Typography>
    </Box>
  );
}
