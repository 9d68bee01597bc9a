import SearchOffIcon from '@mui/icons-material/SearchOff';
import { Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { HttpError } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { rolePermissions } from '#shared/contract/roles.ts';
import { useApi } from '#console/api/createApi.ts';
import { BackLink } from '#console/resource/record/BackLink.tsx';
import { useResourcePlace } from '#console/resource/resourcePlaces.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { LoadFailure } from '#console/ui/LoadFailure.tsx';
import { Notice } from '#console/ui/Notice.tsx';
import { RoleEditor } from './RoleEditor.tsx';
import { GRANTS_KEY } from './useGrants.ts';

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
