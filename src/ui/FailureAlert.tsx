import { Alert } from '@mui/material';
import { ApiError } from '#console/api/ApiError.ts';
import { useFormatContext } from './FormatContext.ts';
import { errorText } from './errorText.ts';

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
