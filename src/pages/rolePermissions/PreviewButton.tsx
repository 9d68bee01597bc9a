import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import { Button, Stack, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import { beginRolePreview, type RolePermissions } from '#shared/contract/roles.ts';
import { useApi } from '#console/api/ApiContext.ts';
import { errorOf } from '#console/api/errorOf.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useReopenConsole } from '#console/views/preview/useReopenConsole.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { outOfSight } from '#console/views/state/outOfSight.ts';
import { useSending } from '#console/views/state/useSending.tsx';

interface PreviewButtonProps {
  base: RolePermissions;
  /** Nothing of what is not saved would be seen. */
  isChanged: boolean;
}

/** Opens the console as holders of the role see it. */
export function PreviewButton({ base, isChanged }: PreviewButtonProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const notify = useNotify();
  const sending = useSending();
  const reopen = useReopenConsole();
  const [isBusy, setBusy] = useState(false);
  const reasonId = useId();
  const held = new Set(base.held);
  const known = new Set(base.groups.flatMap(({ permissions }) => permissions.map(({ key }) => key)));
  const exceeds = base.granted.some((key) => known.has(key) && !held.has(key));
  const reason = exceeds ? 'preview_exceeds' : isChanged ? 'preview_unsaved' : null;

  async function begin(): Promise<void> {
    setBusy(true);
    try {
      await api(beginRolePreview, { params: { role_id: base.role.id } });
      await reopen();
    } catch (error) {
      setBusy(false);
      notify(errorText(errorOf(error), translate), { type: 'error' });
    }
  }

  return (
    <Stack sx={{ gap: 0.5, alignItems: { sm: 'flex-end' }, maxWidth: { sm: 280 } }}>
      <Button
        size="small"
        variant="outlined"
        startIcon={<VisibilityOutlinedIcon />}
        loading={isBusy}
        {...sending.button}
        {...(reason && {
          'aria-disabled': true,
          'aria-describedby': reasonId,
          title: translate(`rolePermissions.${reason}`),
        })}
        onClick={() => !reason && !sending.isBlocked && void begin()}
        sx={{ flex: 'none', ...(reason && { color: 'text.disabled', borderColor: 'divider', cursor: 'default' }) }}
      >
        {translate('rolePermissions.preview')}
      </Button>
      {reason && (
        <Typography
          id={reasonId}
          variant="caption"
          color="text.secondary"
          // What comes and goes with the first change must not move the tree under the pointer.
          sx={[{ textAlign: { sm: 'right' } }, reason === 'preview_unsaved' && outOfSight]}
        >
          {translate(`rolePermissions.${reason}`)}
        </Typography>
      )}
      {sending.reason}
    </Stack>
  );
}
