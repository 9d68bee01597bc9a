import MoreIcon from '@mui/icons-material/MoreHoriz';
import { Box, IconButton, Paper, type Theme, Typography } from '@mui/material';
import { RecordContextProvider, useListContext } from 'react-admin';
import { isFileValue } from '@merchant-console/protocol';
import type { Field } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { FileImage } from '../../fields/file/FileImage.tsx';
import { openPath, type ResourceView } from '../../ResourceView.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { Link } from '../../ui/router/Link.tsx';
import { FieldPairs } from '../board/FieldPairs.tsx';
import { columnsOf } from '../columns.ts';
import { SortSelect } from '../FilterBar.tsx';
import { nameIn } from '../RecordRow.tsx';
import { useRowMenu } from '../table/useRowMenu.tsx';

interface CardsProps {
  view: ResourceView;
  /** The columns that the user sees in the table. The first one is the name of a record. */
  columns: readonly Field[];
  /** True if records have a menu of actions. */
  hasMenu: boolean;
}

const NONE: readonly IdentifiedRecord[] = [];

/** The records of a page as cards: the first image, the name, and the other columns. */
export function Cards({ view, columns: fields, hasMenu }: CardsProps) {
  const { resource } = view;
  const context = useFormatContext();
  const { data = NONE, isPlaceholderData } = useListContext<IdentifiedRecord>();
  const [menu, openMenu] = useRowMenu(view);
  const columns = columnsOf({ ...resource.list, columns: [...fields] });
  const image = resource.fields.find(({ type }) => type === 'image');
  return (
    <>
      <Box sx={{ px: 1.5, pt: 1.5, '&:empty': { display: 'none' } }}>
        <SortSelect resource={resource} isWide />
      </Box>
      <Box component="ul" aria-label={view.title} aria-busy={isPlaceholderData} sx={cardsStyles}>
        {data.map((record) => {
          const name = nameIn({ record, columns, context });
          const path = openPath(view, record.id);
          const file = image && record[image.source];
          return (
            <RecordContextProvider key={record.id} value={record}>
              <Paper component="li" variant="outlined">
                {image && (
                  <Box data-image>
                    {isFileValue(file) && (
                      <FileImage source={image.source} file={file} recordId={record.id} height={140} />
                    )}
                  </Box>
                )}
                <Box sx={{ display: 'flex', alignItems: 'flex-start' }}>
                  <Typography component="div" variant="subtitle2" sx={{ flex: 1, overflowWrap: 'anywhere', py: '3px' }}>
                    {path === null ? name : <Link to={path}>{name}</Link>}
                  </Typography>
                  {hasMenu && (
                    <IconButton
                      size="small"
                      aria-label={context.translate('list.row_menu', { name })}
                      aria-haspopup="menu"
                      onClick={({ currentTarget }) => openMenu(record, currentTarget)}
                    >
                      <MoreIcon fontSize="small" />
                    </IconButton>
                  )}
                </Box>
                <FieldPairs fields={fields.slice(1)} record={record} />
              </Paper>
            </RecordContextProvider>
          );
        })}
      </Box>
      {menu}
    </>
  );
}

const cardsStyles = {
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
  gap: 1.5,
  m: 0,
  p: 1.5,
  '&[aria-busy=true]': { opacity: 0.6 },
  '& > li': { px: 1.5, py: 1, minWidth: 0, overflow: 'hidden' },
  '& [data-image]': {
    display: 'grid',
    placeItems: 'center',
    height: 140,
    mx: -1.5,
    mt: -1,
    mb: 1,
    backgroundColor: ({ palette }: Theme) => palette.action.hover,
  },
  '& a': { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
};
