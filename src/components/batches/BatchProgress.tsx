import { Alert, Box, LinearProgress, Typography } from '@mui/material';
import type { BatchState } from '#shared/contract/batches.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

/** How far the payouts are, and in the end what became of them. */
export function BatchProgress({ batch }: { batch: BatchState }) {
  const { translate } = useFormatContext();
  const { status, success_count, failed_count, valid_count } = batch;
  const whole = (count: number) => formatAmount(String(count), 0);
  const counts = { success: whole(success_count), failed: whole(failed_count), total: whole(valid_count) };
  if (status === 'submitted' || status === 'processing') {
    const ended = success_count + failed_count;
    const text = translate('batch.progress', { ...counts, ended: whole(ended) });
    return (
      <Box>
        <LinearProgress
          variant="determinate"
          value={valid_count === 0 ? 0 : (ended / valid_count) * 100}
          aria-label={translate('batch.progress_label')}
          aria-valuetext={text}
          sx={{ height: 8, borderRadius: 1 }}
        />
        <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
          {text}
        </Typography>
      </Box>
    );
  }
  if (status !== 'done' && status !== 'partly_failed' && status !== 'failed') return null;
  const severity = { done: 'success', partly_failed: 'warning', failed: 'error' } as const;
  return (
    <Alert severity={severity[status]} role="status">
      {translate('batch.result', counts)}
    </Alert>
  );
}
