import { Alert, AlertTitle, Button } from '@mui/material';
import { useTranslate } from 'react-admin';

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
