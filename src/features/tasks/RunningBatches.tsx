import { Box, Link as MuiLink, List, ListItem, Typography } from '@mui/material';
import { useGetIdentity, useGetList } from 'react-admin';
import { permissionKey } from '#shared/declaration/permissions.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { openablePath } from '#console/resource/ResourceView.ts';
import { useFindPlace } from '#console/resource/resourcePlaces.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { LabelledProgress } from '#console/ui/LabelledProgress.tsx';
import { Link } from '#console/ui/router/Link.tsx';

const BATCHES = 'batch_transfers';

/** More than a tenant has running at the same time. */
const MOST = 100;

interface RunningBatchesProps {
  /** Called when a link leads to another page. */
  onLeave(): void;
}

/** The user's own batches whose payments haven't all ended; nothing if there are none, or the user may not list them. */
export function RunningBatches({ onLeave }: RunningBatchesProps) {
  const { translate } = useFormatContext();
  const find = useFindPlace();
  const { identity } = useGetIdentity();
  const mayList = find(BATCHES)?.permissions.includes(permissionKey(BATCHES, 'list')) ?? false;
  const { data = [] } = useGetList<IdentifiedRecord>(
    BATCHES,
    {
      filter: { status: ['submitted', 'processing'] },
      sort: { field: 'created_at', order: 'DESC' },
      pagination: { page: 1, perPage: MOST },
    },
    { enabled: mayList, retry: false },
  );
  const own = data.filter(({ creator_id: creator }) => creator === identity?.id);
  if (own.length === 0) return null;
  const title = translate(`resources.${BATCHES}.name`);
  return (
    <Box component="section" aria-label={title}>
      <Typography component="h3" variant="subtitle2" color="text.secondary" sx={{ px: 2, pt: 1.5 }}>
        {title}
      </Typography>
      <List disablePadding>
        {own.map(({ id, ...batch }) => {
          const to = openablePath(find, BATCHES, id);
          const name = plainText(batch['batch_no']);
          const ended = Number(batch['success_count']) + Number(batch['failed_count']);
          const total = Number(batch['valid_count']);
          const text = translate('tasks.paid', { count: formatCount(ended), total: formatCount(total) });
          return (
            <ListItem key={id} sx={itemStyles}>
              <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {to === null ? (
                  name
                ) : (
                  <MuiLink component={Link} to={to} underline="hover" onClick={onLeave}>
                    {name}
                  </MuiLink>
                )}
              </Typography>
              <Typography variant="caption" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                {plainText(batch['file_name'])}
              </Typography>
              <LabelledProgress label={text} done={ended} total={total} text={text} />
            </ListItem>
          );
        })}
      </List>
    </Box>
  );
}

export const itemStyles = {
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: 0.5,
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
};
