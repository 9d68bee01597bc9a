import { Alert } from '@mui/material';
import { ApiError } from '#console/api/ApiError.ts';
import { useFormatContext } from './FormatContext.ts';
import type { Translate } from '#shared/i18n/translator.ts';

/** What no input can say. Its place is there before there is anything to tell, so that it is read out. */
export function FailureAlert({ error }: { error: Error | null }) {
  const { translate } = useFormatContext();
  return (
    <div role="alert">
      {error && (
        <Alert role="presentation" severity="error">
          {error instanceof ApiError ? errorText(error, translate) : error.message}
        </Alert>
      )}
    </div>
  );
}

/** What to tell a person about a failed call: the server's words, or ours where no answer came. */
export function errorText(error: Error, translate: Translate): string {
  if (!(error instanceof ApiError)) return translate('ra.notification.data_provider_error');
  return error.messageKey === null ? error.message : translate(error.messageKey, error.messageArgs);
}
