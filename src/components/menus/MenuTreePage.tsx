import AddIcon from '@mui/icons-material/Add';
import PlaylistAddIcon from '@mui/icons-material/PlaylistAdd';
import { Button, Skeleton, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { Link } from '#console/router/Link.tsx';
import { ListError } from '#console/views/list/ListNotice.tsx';
import type { ResourceView } from '#console/views/ResourceView.ts';
import { MenuTree } from './MenuTree.tsx';
import { MissingPagesDialog } from './MissingPagesDialog.tsx';
import { useEntryPaths } from './useEntryPaths.ts';
import { useMenuOutline } from './useMenuOutline.ts';

/** The menu of the tenant as a tree of two levels, in which entries are moved, hidden and deleted. */
export function MenuTreePage({ view }: { view: ResourceView }) {
  const { translate } = useFormatContext();
  const { data, error, refetch, isFetching } = useMenuOutline();
  const paths = useEntryPaths(view);
  const [asksMissing, setAsksMissing] = useState(false);
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography component="h1" variant="h5" sx={{ flex: '1 1 auto' }}>
          {view.title}
        </Typography>
        {view.canEdit && (
          <Button size="small" color="inherit" startIcon={<PlaylistAddIcon />} onClick={() => setAsksMissing(true)}>
            {translate('menuEditor.missing')}
          </Button>
        )}
        {view.canCreate && (
          <Button component={Link} to={paths.create(null)} size="small" variant="contained" startIcon={<AddIcon />}>
            {translate('menuEditor.new')}
          </Button>
        )}
      </Stack>
      {error && !data && !isFetching && <ListError error={error} onRetry={() => void refetch()} />}
      {!data && !(error && !isFetching) && <Skeleton variant="rounded" height={480} aria-busy="true" />}
      {data && <MenuTree view={view} outline={data} />}
      {asksMissing && <MissingPagesDialog onClose={() => setAsksMissing(false)} />}
    </Stack>
  );
}
