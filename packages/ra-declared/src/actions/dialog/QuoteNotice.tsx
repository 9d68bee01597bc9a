import { Alert } from '@mui/material';
import { isPassing } from '@merchant-console/ra-provider';
import { errorText, RetryButton } from '../../ui/FailureAlert.tsx';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';

interface QuoteNoticeProps {
  /** Why there is no quote, or null. */
  error: Error | null;
  onRetry(): void;
}

/** The reason why there is no quote. Only a failure that may pass can be retried. */
export function QuoteNotice({ error, onRetry }: QuoteNoticeProps) {
  const { translate } = useFormatContext();
  const retry = error && isPassing(error) && <RetryButton onRetry={onRetry} />;
  return (
    <LiveRegion role="status">
      {error && (
        <Alert severity="warning" action={retry}>
          {errorText(error, translate)}
        </Alert>
      )}
    </LiveRegion>
  );
}
