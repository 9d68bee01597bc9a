import { Alert, Button } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { endRolePreview } from '#shared/contract/roles.ts';
import { useApi } from '#console/api/createApi.ts';
import { LiveRegion, useMutationWithToast } from '@merchant-console/ra-declared/internal';
import { useReopenConsole } from '#console/ui/rolePreview.ts';

interface PreviewBannerProps {
  /** Null if the role has been deleted since. */
  roleName: string | null;
}

/**
 * Banner shown during a role preview. Always visible, because users who forget the preview would wonder why nothing
 * works.
 */
export function PreviewBanner({ roleName }: PreviewBannerProps) {
  const translate = useTranslate();
  const api = useApi();
  const notify = useNotify();
  const reopen = useReopenConsole();
  const ending = useMutationWithToast({
    mutationFn: () => api(endRolePreview),
    // Still loading afterwards, until the browser has left the page.
    onSuccess: reopen,
    onError: () => notify('errors.network', { type: 'error' }),
  });
  const isEnding = ending.isPending || ending.isSuccess;

  return (
    <LiveRegion role="status">
      <Alert
        role="presentation"
        severity="info"
        variant="filled"
        square
        action={
          <Button color="inherit" size="small" variant="outlined" loading={isEnding} onClick={() => ending.mutate()}>
            {translate('shell.end_preview')}
          </Button>
        }
        sx={{ alignItems: 'center', px: { xs: 2.5, sm: 3 }, py: 0.25, '& .MuiAlert-action': { py: 0 } }}
      >
        {roleName === null ? translate('shell.previewing_gone') : translate('shell.previewing', { role: roleName })}
      </Alert>
    </LiveRegion>
  );
}
