import { Box, Link, Paper, Skeleton, Typography } from '@mui/material';
import type { ComponentProps } from 'react';
import { RecordContextProvider, useListContext } from 'react-admin';
import { DeclaredList } from '#console/resource/list/DeclaredList.tsx';
import type { ResourceView } from '#console/resource/ResourceView.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { recordName } from '#shared/format/recordName.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link as RouterLink } from '#console/ui/router/Link.tsx';
import { RowActions } from '#console/resource/actions/ActionButton.tsx';
import type { ListRows } from '#console/resource/list/ListRows.ts';
import { cellContent } from '#console/resource/list/table/cellContent.ts';
import { openPath } from '#console/resource/list/table/openPath.ts';
import { FieldRow } from '#console/resource/record/FieldRow.tsx';

/** A list that shows its records as cards. Search, filters and pagination are those of every list. */
export function TilesPage({ view }: { view: ResourceView }) {
  return <DeclaredList view={view} rows={Tiles} />;
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
  gap: 2,
  p: { xs: 1, sm: 2 },
  m: 0,
  listStyle: 'none',
};

/** The records of a page as cards: name and status at the top, the other columns below. */
function Tiles({ view, columns, density }: ComponentProps<ListRows>) {
  const { data, perPage, isPlaceholderData } = useListContext<IdentifiedRecord>();
  const padding = density === 'compact' ? 1.25 : 2;
  return (
    <Box component="ul" aria-label={view.title} aria-busy={data === undefined || isPlaceholderData} sx={grid}>
      {data?.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <Tile {...{ view, record, padding }} fields={columns} />
        </RecordContextProvider>
      )) ??
        Array.from({ length: perPage }, (_, index) => (
          <li key={index}>
            <Skeleton variant="rounded" height={160} />
          </li>
        ))}
    </Box>
  );
}

interface TileProps {
  view: ResourceView;
  record: IdentifiedRecord;
  fields: readonly Field[];
  /** In the theme's spacing units. */
  padding: number;
}

function Tile({ view, record, fields, padding }: TileProps) {
  const context = useFormatContext();
  const { resource } = view;
  const name = recordName(record, resource);
  const path = openPath(view, record.id);
  const state = fields.find((field) => field.type === 'enum' && field.choices.some(({ color }) => color !== undefined));
  const others = fields.filter((field) => field !== state && field.source !== resource.recordRepresentation);
  return (
    <Paper component="li" variant="outlined" sx={{ p: padding, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, flex: 1, overflowWrap: 'anywhere' }}>
          {path === null ? (
            name
          ) : (
            <Link component={RouterLink} to={path} color="inherit" underline="hover">
              {name}
            </Link>
          )}
        </Typography>
        {state && cellContent(record, state, context)}
      </Box>
      <Box component="dl" sx={{ m: 0 }}>
        {others.map((field) => (
          <FieldRow key={field.source} field={field} record={record} align="right" />
        ))}
      </Box>
      <RowActions view={view} record={record} inList />
    </Paper>
  );
}
