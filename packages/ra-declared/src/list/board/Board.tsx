import { Box, type Theme } from '@mui/material';
import { choiceLabel, type KanbanView } from '@merchant-console/declaration';
import type { ResourceView } from '../../ResourceView.ts';
import { filterValues } from '../../fields/filters/filterValues.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { useRowMenu } from '../table/useRowMenu.tsx';
import { useListFilter } from '../useListFilter.ts';
import { BoardColumn } from './BoardColumn.tsx';
import { useCardMoves } from './useCardMoves.ts';

interface BoardProps {
  view: ResourceView;
  board: KanbanView;
  /** True if records have a menu of actions. */
  hasMenu: boolean;
}

/** Records as cards in a column for each choice of a field. Users move them to other columns. */
export function Board({ view, board, hasMenu }: BoardProps) {
  const context = useFormatContext();
  const [filter] = useListFilter();
  const [menu, openMenu] = useRowMenu(view);
  const moves = useCardMoves(view, board);
  const { by } = board;
  const chosen = filterValues(filter, by.source);
  const columns = by.choices.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
  return (
    <>
      <Box role="region" aria-label={view.title} tabIndex={0} sx={boardStyles}>
        {columns.map(({ id }) => (
          <BoardColumn
            key={id}
            view={view}
            board={board}
            choice={id}
            name={choiceLabel(id, by, context)}
            filter={filter}
            moves={moves}
            onMenu={hasMenu ? openMenu : null}
          />
        ))}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {moves.said}
      </Box>
      {menu}
    </>
  );
}

const boardStyles = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: { xs: '85%', sm: 'minmax(260px, 1fr)' },
  gap: 1.5,
  p: 1.5,
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollSnapType: { xs: 'x mandatory', sm: 'none' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
  '& > section': {
    display: 'flex',
    flexDirection: 'column',
    gap: 1,
    p: 1,
    minWidth: 0,
    borderRadius: 1,
    backgroundColor: 'action.hover',
    scrollSnapAlign: 'start',
  },
  '& > section[data-over]': { outline: '2px solid', outlineColor: ({ palette }: Theme) => palette.primary.main },
  '& ul': { listStyle: 'none', display: 'flex', flexDirection: 'column', gap: 1, m: 0, p: 0 },
};
