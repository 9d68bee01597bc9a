import { Alert, Button, type AlertProps } from '@mui/material';
import { ApiError, WordedError } from '@merchant-console/ra-provider';
import { useFormatContext } from './FormatContext.ts';
import { LiveRegion } from './LiveRegion.tsx';
import type { Translate } from '@merchant-console/declaration';

interface FailureAlertProps extends Pick<AlertProps, 'sx'> {
  /** A string is a message in the user's language. */
  error: Error | string | null;
  /** Adds a button to try again. */
  onRetry?(): unknown;
}

/** Shows an error that no input can show. */
export function FailureAlert({ error, onRetry, ...rest }: FailureAlertProps) {
  const { translate } = useFormatContext();
  return (
    <LiveRegion role="alert">
      {error && (
        <Alert role="presentation" severity="error" action={onRetry && <RetryButton onRetry={onRetry} />} {...rest}>
          {typeof error === 'string' ? error : errorText(error, translate)}
        </Alert>
      )}
    </LiveRegion>
  );
}

/** Button of an alert about a call that can be repeated. */
export function RetryButton({ onRetry }: { onRetry(): unknown }) {
  const { translate } = useFormatContext();
  return (
    <Button color="inherit" size="small" onClick={() => void onRetry()}>
      {translate('list.retry')}
    </Button>
  );
}

/** Message for a failed call: the server's, or the console's own if there was no response. */
export function errorText(error: Error, translate: Translate): string {
  if (error instanceof WordedError) return error.message;
  if (!(error instanceof ApiError)) return translate('ra.notification.data_provider_error');
  return error.messageKey === null ? error.message : translate(error.messageKey, error.messageArgs);
}
