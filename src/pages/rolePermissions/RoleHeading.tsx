import { Alert, Box, Chip, Stack, Typography } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { PreviewButton } from './PreviewButton.tsx';
import type { Grants } from './useGrants.ts';

/** Which role it is, how many it is about, and what stands in the way of changing it. */
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
