import { Alert, Box } from '@mui/material';
import { useGetIdentity, useTranslate } from 'react-admin';

/** A banner on every page while channels may lead to the sandbox, so that nobody takes its results for money. */
export function SandboxNotice() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  if (identity?.['sandbox'] !== true) return null;
  return (
    <Box role="status">
      <Alert role="presentation" severity="warning" square sx={{ alignItems: 'center', px: { xs: 2.5, sm: 3 }, py: 0 }}>
        {translate('shell.sandbox')}
      </Alert>
    </Box>
  );
}
