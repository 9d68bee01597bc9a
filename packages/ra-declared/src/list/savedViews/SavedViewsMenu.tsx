import { memo, useId, useState } from 'react';
import { lazy, prefetchOn } from '../../ui/loading/lazy.tsx';
import type { SavedViews } from './useSavedViews.ts';
import type { ViewQuestion } from './ViewDialog.tsx';
import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, Button } from '@mui/material';
import type { Resource } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { ListColumns } from '../columns/useColumns.ts';

const ViewList = lazy(async () => (await import('./ViewList.tsx')).ViewList);
const ViewDialog = lazy(async () => (await import('./ViewDialog.tsx')).ViewDialog);

const ColumnsPopover = lazy(async () => (await import('../columns/ColumnsPopover.tsx')).ColumnsPopover);

interface SavedViewsMenuProps {
  savedViews: SavedViews;
  resource: Resource;
  columns: ListColumns;
}

/**
 * Button that shows the current view and whether it was changed, with the menu of all views. The columns belong to the
 * view, so they are chosen there, too.
 */
export const SavedViewsMenu = memo(function SavedViewsMenu({ savedViews, resource, columns }: SavedViewsMenuProps) {
  const { current, isChanged, isFiltered } = savedViews;
  const { translate } = useFormatContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [columnsAnchor, setColumnsAnchor] = useState<HTMLElement | null>(null);
  const [question, setQuestion] = useState<ViewQuestion | null>(null);
  const id = useId();
  const name = current?.name ?? translate(isFiltered ? 'savedViews.filtered' : 'savedViews.all');
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        aria-label={translate(isChanged ? 'savedViews.current_changed' : 'savedViews.current', { name })}
        onClick={(event) => setAnchor(event.currentTarget)}
        {...prefetchOn(ViewList)}
        sx={button}
      >
        <BookmarkIcon sx={{ fontSize: 18, color: current ? 'primary.main' : 'text.secondary' }} />
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {name}
        </Box>
        {isChanged && <small>{translate('savedViews.changed')}</small>}
        <ExpandMoreIcon sx={{ fontSize: 18, color: 'text.secondary' }} />
      </Button>
      {anchor && (
        <ViewList
          id={id}
          savedViews={savedViews}
          anchor={anchor}
          ask={setQuestion}
          onColumns={() => setColumnsAnchor(anchor)}
          onClose={() => setAnchor(null)}
        />
      )}
      {columnsAnchor && (
        <ColumnsPopover
          resource={resource}
          columns={columns}
          anchor={columnsAnchor}
          onClose={() => setColumnsAnchor(null)}
        />
      )}
      {question && <ViewDialog question={question} savedViews={savedViews} onClose={() => setQuestion(null)} />}
    </>
  );
});

const button = {
  minWidth: 0,
  maxWidth: 320,
  height: 'var(--tool-height)',
  px: 1,
  gap: 0.5,
  fontSize: '0.8125rem',
  '& small': { flex: 'none', color: 'warning.main', fontSize: '0.75rem' },
};
