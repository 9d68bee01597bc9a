import { Alert, Box, Button } from '@mui/material';
import { useGetIdentity, useNotify, useTranslate } from 'react-admin';
import { labelSchema } from '@merchant-console/declaration';
import { rolePreviewSchema } from '#shared/contract/session.ts';
import { endRolePreview } from '#shared/contract/roles.ts';
import { useApi } from '#console/api/createApi.ts';
import { LiveRegion, useMutationWithToast } from '@merchant-console/ra-declared/internal';
import { useLabel } from '../useLabel.ts';
import { useReopenConsole } from '#console/ui/rolePreview.ts';

/** The banners that the user's data ask for: the deployment's, and that of a role preview. */
export function IdentityBanners() {
  const { data: preview } = rolePreviewSchema.safeParse(useGetIdentity().identity?.['preview']);
  return (
    <>
      <DeploymentBanner />
      {preview && <PreviewBanner roleName={preview.role_name} />}
    </>
  );
}

interface PreviewBannerProps {
  /** Null if the role has been deleted since. */
  roleName: string | null;
}

/**
 * Banner shown during a role preview. Always visible, because users who forget the preview would wonder why nothing
 * works.
 */
function PreviewBanner({ roleName }: PreviewBannerProps) {
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

/**
 * Banner shown on every page while channels may lead to the sandbox, so that its results aren't taken for real money.
 * Otherwise the deployment's own notice.
 */
function DeploymentBanner() {
  const label = useLabel();
  const { identity } = useGetIdentity();
  const text = identity?.['sandbox'] === true ? 'shell.sandbox' : labelSchema.safeParse(identity?.['notice']).data;
  if (text === undefined) return null;
  return (
    <Box role="status">
      <Alert role="presentation" severity="warning" square sx={{ alignItems: 'center', px: { xs: 2.5, sm: 3 }, py: 0 }}>
        {label(text)}
      </Alert>
    </Box>
  );
}
