import { Component, type ComponentType, type ContextType, type ErrorInfo, type ReactNode } from 'react';
import Replay from '@mui/icons-material/Replay';
import { Box, IconButton, Typography, Alert, AlertTitle, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useConnection } from '@merchant-console/ra-declared/internal';
import { isMissingCode } from '#console/ui/loading/missingCode.ts';
import { ErrorLogContext } from './errorLog/errorLog.ts';

interface FailureProps {
  error: unknown;
  onRetry: () => void;
}

interface FailureBoundaryProps {
  /** Shown in place of the failed content. */
  Failure: ComponentType<FailureProps>;
  children: ReactNode;
}

interface State {
  failure: { error: unknown } | null;
}

/** Contains a failure within a page or a part of the frame, so that everything else keeps working. */
export class FailureBoundary extends Component<FailureBoundaryProps, State> {
  static override contextType = ErrorLogContext;
  declare context: ContextType<typeof ErrorLogContext>;
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
    this.context?.addFailure(error, componentStack ?? '');
  }

  override render(): ReactNode {
    const { Failure, children } = this.props;
    const { failure } = this.state;
    return failure ? <Failure error={failure.error} onRetry={() => this.setState({ failure: null })} /> : children;
  }
}

/** Shown in place of a failed part of the frame. The closed sidebar has room for the button only. */
export function PartFailure({ onRetry }: FailureProps) {
  const translate = useTranslate();
  const again = translate('shell.try_again');
  return (
    <Box role="alert" sx={row}>
      <IconButton color="inherit" aria-label={again} title={again} onClick={onRetry} sx={{ flex: 'none' }}>
        <Replay fontSize="small" />
      </IconButton>
      <Typography variant="body2" noWrap>
        {translate('shell.part_failed')}
      </Typography>
    </Box>
  );
}

const row = { display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0, px: 1, overflow: 'hidden' };

/** Shown in place of a failed page. */
export function PageFailure({ error, onRetry }: FailureProps) {
  const translate = useTranslate();
  const { isOnline } = useConnection();
  const isMissing = isMissingCode(error);
  const isOutdated = isMissing && isOnline;
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={isOutdated ? () => window.location.reload() : onRetry}>
          {translate(isOutdated ? 'shell.reload' : 'shell.try_again')}
        </Button>
      }
    >
      <AlertTitle component="h1">{translate(isMissing ? 'shell.page_missing' : 'shell.page_failed')}</AlertTitle>
      {translate(isMissing ? 'shell.page_missing_text' : 'shell.page_failed_text')}
    </Alert>
  );
}
