import { useContext, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import Replay from '@mui/icons-material/Replay';
import { Box, IconButton, Typography, Alert, AlertTitle, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useConnection } from '@merchant-console/ra-declared/internal';
import { isMissingCode } from '#console/ui/loading/missingCode.ts';
import { ErrorLogContext } from './errorLog/errorLog.ts';

interface FailureBoundaryProps {
  /** Shown in place of the failed content. */
  Failure: ComponentType<FallbackProps>;
  children: ReactNode;
}

/** Contains a failure within a page or a part of the frame, so that everything else keeps working, and logs it. */
export function FailureBoundary({ Failure, children }: FailureBoundaryProps) {
  const log = useContext(ErrorLogContext);
  const onError = (error: unknown, { componentStack }: ErrorInfo) => {
    console.error(error, componentStack);
    log?.addFailure(error, componentStack ?? '');
  };
  return (
    <ErrorBoundary FallbackComponent={Failure} onError={onError}>
      {children}
    </ErrorBoundary>
  );
}

/** Shown in place of a failed part of the frame. The closed sidebar has room for the button only. */
export function PartFailure({ resetErrorBoundary }: FallbackProps) {
  const translate = useTranslate();
  const again = translate('shell.try_again');
  return (
    <Box role="alert" sx={row}>
      <IconButton color="inherit" aria-label={again} title={again} onClick={resetErrorBoundary} sx={{ flex: 'none' }}>
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
export function PageFailure({ error, resetErrorBoundary }: FallbackProps) {
  const translate = useTranslate();
  const { isOnline } = useConnection();
  const isMissing = isMissingCode(error);
  const isOutdated = isMissing && isOnline;
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={isOutdated ? () => window.location.reload() : resetErrorBoundary}>
          {translate(isOutdated ? 'shell.reload' : 'shell.try_again')}
        </Button>
      }
    >
      <AlertTitle component="h1">{translate(isMissing ? 'shell.page_missing' : 'shell.page_failed')}</AlertTitle>
      {translate(isMissing ? 'shell.page_missing_text' : 'shell.page_failed_text')}
    </Alert>
  );
}
