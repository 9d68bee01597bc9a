import SearchOffIcon from '@mui/icons-material/SearchOff';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import { Alert, AlertTitle, Box, Button, Chip, Paper, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { HttpError } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { beginRolePreview, rolePermissions, type RolePermissions } from '#shared/contract/roles.ts';
import { useApi } from '#console/api/createApi.ts';
import { BackLink, UnsavedGuard, useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import {
  LoadFailure,
  Notice,
  stickyBar,
  useMutationWithToast,
  useOpenPage,
  useRecordTitle,
  useSending,
  visuallyHidden,
} from '@merchant-console/ra-declared/internal';
import { useReopenConsole } from '#console/ui/rolePreview.ts';
import { GRANTS_KEY, useGrants, useSaveGrants, type Grants } from './useGrants.ts';
import { differences, sizeOf } from './selection.ts';
import { PermissionTree } from './PermissionTree.tsx';
import { DifferenceList, ReviewDialog, changeText } from './DifferenceList.tsx';

/** The permissions of the role in `?role_id=`. */
export function RolePermissionsPage({ title }: { title: string }) {
  const { translate } = useFormatContext();
  const roleId = new URLSearchParams(useLocation().search).get('role_id') ?? '';
  const roles = useResourcePlace('roles');
  return (
    <Stack sx={{ gap: 2, minWidth: 0, maxWidth: 960 }}>
      {roles && <BackLink basePath={roles.basePath} title={translate('menu.roleManagement')} />}
      {roleId === '' ? (
        <Notice isPage icon={<SearchOffIcon />} title={title} text={translate('rolePermissions.choose_role')} />
      ) : (
        <Role key={roleId} id={roleId} title={title} />
      )}
    </Stack>
  );
}

function Role({ id, title }: { id: string; title: string }) {
  const { translate } = useFormatContext();
  const api = useApi();
  // A page that is shown again continues with its initial data.
  const isOpened = useRef(false);
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    queryKey: [GRANTS_KEY, id],
    queryFn: ({ signal }) => api(rolePermissions, { query: { role_id: id }, signal }),
    refetchOnMount: () => (isOpened.current ? false : 'always'),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  useEffect(() => {
    isOpened.current = true;
  }, []);
  if (data && isFetchedAfterMount) return <RoleEditor first={data} />;
  if (error instanceof HttpError && error.status === 404) {
    return <Notice isPage icon={<SearchOffIcon />} title={translate('rolePermissions.no_such_role')} role="alert" />;
  }
  if (error) {
    return <LoadFailure isPage title="rolePermissions.load_error" error={error} onRetry={refetch} />;
  }
  return (
    <Stack aria-busy="true" sx={{ gap: 2 }}>
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      <Skeleton variant="rounded" height={64} />
      <Skeleton variant="rounded" height={420} />
    </Stack>
  );
}

/** Page to change, review and save the permissions of a role. */
function RoleEditor({ first }: { first: RolePermissions }) {
  const { translate } = useFormatContext();
  const { staysOpen } = useOpenPage();
  const grants = useGrants(first);
  const saving = useSaveGrants(grants);
  const [isReviewing, setReviewing] = useState(false);
  const { base, before, after, nodes, isChanged, isFixed } = grants;
  useRecordTitle(translate('rolePermissions.title', { role: base.role.name }));
  const found = differences(nodes, before, after);
  const close = () => {
    setReviewing(false);
    saving.forget();
  };
  return (
    <>
      <RoleHeading grants={grants} />
      {!isFixed && (
        <Typography variant="body2" color="text.secondary">
          {translate('rolePermissions.about')}
        </Typography>
      )}
      {saving.conflict && <GrantConflict grants={grants} conflict={saving.conflict} onResolve={saving.resolve} />}
      <Paper variant="outlined" sx={{ overflow: 'clip' }}>
        <PermissionTree grants={grants} />
      </Paper>
      {isChanged && !saving.conflict && (
        <ChangesBar size={sizeOf(found)} onReview={() => setReviewing(true)} onDiscard={grants.discard} />
      )}
      {isReviewing && !saving.conflict && isChanged && (
        <ReviewDialog
          role={base.role}
          found={found}
          saving={saving}
          counts={[before.size, after.size]}
          onClose={close}
        />
      )}
      <UnsavedGuard
        isUnsaved={isChanged}
        wouldLose={({ currentLocation, nextLocation }) =>
          currentLocation.pathname === nextLocation.pathname
            ? currentLocation.search !== nextLocation.search
            : !staysOpen
        }
      />
    </>
  );
}

interface ChangesBarProps {
  size: { added: number; removed: number };
  onReview(): void;
  onDiscard(): void;
}

/** Number of unsaved changes, always visible while the tree scrolls. */
function ChangesBar({ size, onReview, onDiscard }: ChangesBarProps) {
  const { translate } = useFormatContext();
  return (
    <Box
      role="region"
      aria-label={translate('rolePermissions.changes')}
      sx={{ ...stickyBar, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
    >
      <Typography variant="body2" sx={{ flex: 1, minWidth: 140 }}>
        {changeText(size, translate)}
      </Typography>
      <Button color="inherit" onClick={onDiscard}>
        {translate('rolePermissions.discard')}
      </Button>
      <Button variant="contained" onClick={onReview}>
        {translate('rolePermissions.review')}
      </Button>
    </Box>
  );
}

interface GrantConflictProps {
  grants: Grants;
  /** The current permissions. */
  conflict: RolePermissions;
  onResolve(keep: boolean): void;
}

/** Another user has saved first: shows their changes and the two ways to continue. */
function GrantConflict({ grants: { nodes, before }, conflict, onResolve }: GrantConflictProps) {
  const { translate } = useFormatContext();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [conflict]);
  const theirs = differences(nodes, before, new Set(conflict.granted));
  return (
    <Alert ref={panel} tabIndex={-1} severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle>{translate('rolePermissions.conflict')}</AlertTitle>
      {translate(theirs.length > 0 ? 'rolePermissions.conflict_text' : 'rolePermissions.conflict_words')}
      <DifferenceList found={theirs} heading="h2" />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, mt: 1.5 }}>
        <Button size="small" variant="outlined" color="inherit" onClick={() => onResolve(true)}>
          {translate('rolePermissions.reapply')}
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={() => onResolve(false)}>
          {translate('form.take_theirs')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** The role, the number of its users, and any reason why it can't be changed. */
function RoleHeading({ grants: { base, isChanged } }: { grants: Grants }) {
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
