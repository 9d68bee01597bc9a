import { Alert, Box, Chip, Stack, Typography, Button } from '@mui/material';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import { useId } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { beginRolePreview, type RolePermissions } from '#shared/contract/roles.ts';
import { useApi } from '#console/api/createApi.ts';
import { useReopenConsole } from '#console/resource/preview/useReopenConsole.ts';
import { useMutationWithToast } from '#console/ui/useMutationWithToast.ts';
import { visuallyHidden } from '#console/ui/visuallyHidden.ts';
import { useSending } from '#console/ui/useSending.tsx';
import type { Grants } from './useGrants.ts';

/** The role, the number of its users, and any reason why it can't be changed. */
export function RoleHeading({ grants: { base, isChanged } }: { grants: Grants }) {
  const { translate } = useFormatContext();
  const { role, held, is_own } = base;
  const note = role.is_owner ? 'owner' : !held.includes('roles.edit') ? 'read_only' : is_own ? 'own' : null;
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
              {translate('rolePermissions.title', { role: role.name })}
            </Typography>
            <Chip
              size="small"
              variant="outlined"
              label={translate('rolePermissions.users', { smart_count: role.user_count })}
            />
          </Stack>
          {role.description && (
            <Typography color="text.secondary" sx={{ mt: 0.5, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {role.description}
            </Typography>
          )}
        </Box>
        <PreviewButton base={base} isChanged={isChanged} />
      </Stack>
      {note && <Alert severity="info">{translate(`rolePermissions.notes.${note}`)}</Alert>}
    </>
  );
}

interface PreviewButtonProps {
  base: RolePermissions;
  /** Unsaved changes wouldn't be part of the preview. */
  isChanged: boolean;
}

/** Opens the console as users with the role see it. */
function PreviewButton({ base, isChanged }: PreviewButtonProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const sending = useSending();
  const reopen = useReopenConsole();
  const beginning = useMutationWithToast({
    mutationFn: () => api(beginRolePreview, { params: { role_id: base.role.id } }),
    // Still loading afterwards, until the browser has left the page.
    onSuccess: reopen,
  });
  const reasonId = useId();
  const held = new Set(base.held);
  const known = new Set(base.groups.flatMap(({ permissions }) => permissions.map(({ key }) => key)));
  const exceeds = base.granted.some((key) => known.has(key) && !held.has(key));
  const reason = exceeds ? 'preview_exceeds' : isChanged ? 'preview_unsaved' : null;

  return (
    <Stack sx={{ gap: 0.5, alignItems: { sm: 'flex-end' }, maxWidth: { sm: 280 } }}>
      <Button
        size="small"
        variant="outlined"
        startIcon={<VisibilityOutlinedIcon />}
        loading={beginning.isPending || beginning.isSuccess}
        {...sending.button}
        {...(reason && {
          'aria-disabled': true,
          'aria-describedby': reasonId,
          title: translate(`rolePermissions.${reason}`),
        })}
        onClick={() => !reason && !sending.isBlocked && beginning.mutate()}
        sx={{ flex: 'none', ...(reason && { color: 'text.disabled', borderColor: 'divider', cursor: 'default' }) }}
      >
        {translate('rolePermissions.preview')}
      </Button>
      {reason && (
        <Typography
          id={reasonId}
          variant="caption"
          color="text.secondary"
          // Text that appears with the first change must not move the tree under the pointer.
          sx={[{ textAlign: { sm: 'right' } }, reason === 'preview_unsaved' && visuallyHidden]}
        >
          {translate(`rolePermissions.${reason}`)}
        </Typography>
      )}
      {sending.reason}
    </Stack>
  );
}
