import { Alert, Button } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';

/** Shown if loaded rows couldn't be refetched and may be stale. */
export function StaleRows({ error, onRetry }: { error: Error; onRetry(): void }) {
  const { translate } = useFormatContext();
  const retry = (
    <Button color="inherit" size="small" onClick={onRetry}>
      {translate('list.retry')}
    </Button>
  );
  return (
    <Alert severity="error" action={retry} sx={{ borderRadius: 0 }}>
      {errorText(error, translate)}
    </Alert>
  );
}
