import { Component, type ComponentType, type ContextType, type ErrorInfo, type ReactNode } from 'react';
import Replay from '@mui/icons-material/Replay';
import { Box, IconButton, Typography, Alert, AlertTitle, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ErrorLogContext } from './errorLog/errorLog.ts';

interface FailureBoundaryProps {
  /** Shown in place of the failed content. */
  Failure: ComponentType<{ onRetry: () => void }>;
  children: ReactNode;
}

/** Contains a failure within a page or a part of the frame, so that everything else keeps working. */
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

/** Shown in place of a failed part of the frame. The closed sidebar has room for the button only. */
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

/** Shown in place of a failed page. */
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
