import { Alert, AlertTitle } from '@mui/material';
import { useTranslate } from 'react-admin';

/** Stands where a menu entry names no page at all. */
export function UnknownPage({ component }: { component: string }) {
  const translate = useTranslate();
  return (
    <Alert severity="warning">
      <AlertTitle component="h1">{translate('pageProblem.title')}</AlertTitle>
      {translate('pageProblem.text', { component })}
    </Alert>
  );
}
