import { Box, Link as MuiLink, List, ListItem, Paper, Typography } from '@mui/material';
import type { Import } from '#shared/contract/imports.ts';
import { formatCount } from '@merchant-console/declaration';
import { StatusChip, useFindPlace, useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import { FailureAlert, formatInstant, Link } from '@merchant-console/ra-declared/internal';
import { importAddress, isRunning, useOwnImports } from './useImport.ts';

/** The user's imports of a resource. Nothing if there are none. */
export function OwnImports({ resource }: { resource: string }) {
  const { translate } = useFormatContext();
  const { data, error, refetch } = useOwnImports(resource);
  const place = useResourcePlace(resource);
  if (!data) return error && <FailureAlert error={error} onRetry={refetch} />;
  if (data.length === 0 || !place) return null;
  const title = translate('importing.own');
  return (
    <Paper component="section" variant="outlined" aria-label={title}>
      <Typography component="h2" variant="subtitle1" sx={{ px: 2, pt: 1.5, fontWeight: 600 }}>
        {title}
      </Typography>
      <List disablePadding>
        {data.map((file) => (
          <OwnImport key={file.id} file={file} to={importAddress(place.basePath, file.id)} />
        ))}
      </List>
    </Paper>
  );
}

interface UnfinishedImportsProps {
  /** Called when a link leads to another page. */
  onLeave(): void;
}

/** The user's imports that the server works on or that wait for the user, of all resources. */
export function UnfinishedImports({ onLeave }: UnfinishedImportsProps) {
  const { translate } = useFormatContext();
  const find = useFindPlace();
  const { data = [] } = useOwnImports();
  const open = data.filter((file) => isRunning(file) || file.status === 'ready');
  if (open.length === 0) return null;
  const title = translate('importing.unfinished');
  return (
    <Box component="section" aria-label={title}>
      <Typography component="h3" variant="subtitle2" color="text.secondary" sx={{ px: 2, pt: 1.5 }}>
        {title}
      </Typography>
      <List disablePadding>
        {open.map((file) => {
          const place = find(file.resource);
          return (
            <OwnImport
              key={file.id}
              file={file}
              to={place && importAddress(place.basePath, file.id)}
              onLeave={onLeave}
            />
          );
        })}
      </List>
    </Box>
  );
}

interface OwnImportProps {
  file: Import;
  /** Null if the user has no page for it. */
  to: string | null;
  onLeave?: () => void;
}

function OwnImport({ file, to, onLeave }: OwnImportProps) {
  const context = useFormatContext();
  const { translate } = context;
  const { total } = file.counts;
  return (
    <ListItem
      sx={{
        gap: 1,
        alignItems: 'baseline',
        flexWrap: 'wrap',
        '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 160 }}>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {to === null ? (
            file.file_name
          ) : (
            <MuiLink component={Link} to={to} underline="hover" onClick={onLeave}>
              {file.file_name}
            </MuiLink>
          )}
        </Typography>
        <Typography variant="caption" color="text.secondary">
          {formatInstant(file.created_at, context)} ·{' '}
          {translate('tasks.rows', { smart_count: total, count: formatCount(total) })}
        </Typography>
      </Box>
      <StatusChip tone={TONES[file.status]}>{translate(`importing.status.${file.status}`)}</StatusChip>
    </ListItem>
  );
}

const TONES = {
  uploading: 'info',
  checking: 'info',
  ready: 'warning',
  applying: 'info',
  reverting: 'info',
  done: 'success',
  undoing: 'info',
  undone: 'default',
} as const;
