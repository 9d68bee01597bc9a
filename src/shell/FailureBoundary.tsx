import { Component, type ComponentType, type ContextType, type ErrorInfo, type ReactNode } from 'react';
import Replay from '@mui/icons-material/Replay';
import { Box, IconButton, Typography, Alert, AlertTitle, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ErrorLogContext } from './errorLog/errorLog.ts';

interface FailureBoundaryProps {
  /** What stands in for what has failed. */
  Failure: ComponentType<{ onRetry: () => void }>;
  children: ReactNode;
}

/** Keeps what fails in a page, or in a part of the frame around it, within it: all else goes on working. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failed: boolean }> {
  static override contextType = ErrorLogContext;
  declare context: ContextType<typeof ErrorLogContext>;
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
    this.context?.addFailure(error, componentStack ?? '');
  }

  override render(): ReactNode {
    const { Failure, children } = this.props;
    if (!this.state.failed) return children;
    return <Failure onRetry={() => this.setState({ failed: false })} />;
  }
}

/** Stands where a part of the frame has failed; the closed sidebar has room for its button only. */
export function PartFailure({ onRetry }: { onRetry: () => void }) {
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

export function PageFailure({ onRetry }: { onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={onRetry}>
          {translate('shell.try_again')}
        </Button>
      }
    >
      <AlertTitle component="h1">{translate('shell.page_failed')}</AlertTitle>
      {translate('shell.page_failed_text')}
    </Alert>
  );
}
