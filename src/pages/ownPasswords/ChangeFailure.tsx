import { Alert, AlertTitle } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { ApiError } from '#console/api/ApiError.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { outcomeOf } from '#console/api/outcomeOf.ts';

/** What no input can say. Its place is there before there is anything to tell, so that it is read out. */
export function ChangeFailure({ error }: { error: Error | null }) {
  const { translate } = useFormatContext();
  const isUnknown = error instanceof ApiError && outcomeOf(error) === 'unknown';
  return (
    <div role="alert">
      {error && (
        <Alert role="presentation" severity={isUnknown ? 'warning' : 'error'}>
          {isUnknown && <AlertTitle>{translate('actions.unknown_title')}</AlertTitle>}
          <div>{error instanceof ApiError ? errorText(error, translate) : error.message}</div>
          {isUnknown && translate('ownPasswords.unknown_text')}
        </Alert>
      )}
    </div>
  );
}
