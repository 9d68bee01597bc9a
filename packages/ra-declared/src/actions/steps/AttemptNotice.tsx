import { Alert, AlertTitle, Button } from '@mui/material';
import { ApiError } from '@merchant-console/ra-provider';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { errorText } from '../../ui/FailureAlert.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import type { Attempt } from './useActionRun.ts';

const CONFLICT = 409;

interface AttemptNoticeProps {
  attempt: Attempt;
  /** True if the call may be repeated. */
  isIdempotent: boolean;
  /** The error, if no input shows it. */
  failure: Error | null;
  onRefresh(): void;
}

/** The outcome of the last attempt, unless it succeeded. */
export function AttemptNotice({ attempt, isIdempotent, failure, onRefresh }: AttemptNoticeProps) {
  return (
    <LiveRegion role="alert">
      {attempt.phase === 'unknown' && <Unknown error={attempt.error} isIdempotent={isIdempotent} />}
      {attempt.phase === 'refused' && failure && <Refusal error={failure} onRefresh={onRefresh} />}
    </LiveRegion>
  );
}

function Unknown({ error, isIdempotent }: { error: Error; isIdempotent: boolean }) {
  const { translate } = useFormatContext();
  return (
    <Alert role="presentation" severity="warning">
      <AlertTitle>{translate('actions.unknown_title')}</AlertTitle>
      <div>{errorText(error, translate)}</div>
      {translate(isIdempotent ? 'actions.unknown_retry' : 'actions.unknown_look')}
    </Alert>
  );
}

/** After a conflict the page shows a stale record, so the user can refresh it from here. */
function Refusal({ error, onRefresh }: { error: Error; onRefresh(): void }) {
  const { translate } = useFormatContext();
  const isConflict = error instanceof ApiError && error.status === CONFLICT;
  const refresh = isConflict && (
    <Button color="inherit" size="small" onClick={onRefresh}>
      {translate('list.refresh')}
    </Button>
  );
  return (
    <Alert role="presentation" severity={isConflict ? 'warning' : 'error'} action={refresh}>
      {errorText(error, translate)}
    </Alert>
  );
}
