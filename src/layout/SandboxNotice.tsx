import { Alert } from '@mui/material';
import { useGetIdentity, useTranslate } from 'react-admin';

/** A banner on every page while channels may lead to the sandbox, so that nobody takes its results for money. */
export function SandboxNotice() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  if (identity?.['sandbox'] !== true) return null;
  return (
    <Alert role="note" severity="warning" square sx={{ alignItems: 'center', px: { xs: 2.5, sm: 3 }, py: 0 }}>
      {translate('shell.sandbox')}
    </Alert>
  );
}
