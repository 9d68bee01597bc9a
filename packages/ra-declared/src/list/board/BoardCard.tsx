import MoreIcon from '@mui/icons-material/MoreHoriz';
import MoveIcon from '@mui/icons-material/DragIndicator';
import { Box, IconButton, MenuItem, Paper, Typography } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { RecordContextProvider } from 'react-admin';
import { choiceLabel, type KanbanView } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { openPath, type ResourceView } from '../../ResourceView.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { Link } from '../../ui/router/Link.tsx';
import type { Column } from '../columns.ts';
import { nameIn } from '../RecordRow.tsx';
import { ActionsMenu } from '../table/ActionsMenu.tsx';
import type { OpenRowMenu } from '../table/useRowMenu.tsx';
import { FieldPairs } from './FieldPairs.tsx';
import type { CardMoves } from './useCardMoves.ts';

interface BoardCardProps {
  view: ResourceView;
  board: KanbanView;
  record: IdentifiedRecord;
  /** Of the list, whose first one is the name of a record. */
  columns: readonly Column[];
  moves: CardMoves;
  onMenu: OpenRowMenu | null;
}

/** A record on a board. It is moved by dragging, by Alt with an arrow key, or by the menu of its move button. */
export function BoardCard({ view, board: { by, card }, record, columns, moves, onMenu }: BoardCardProps) {
  const context = useFormatContext();
  const { translate } = context;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = nameIn({ record, columns, context });
  const path = openPath(view, record.id);
  const canMove = moves.canMove(record);
  const at = by.choices.findIndex(({ id }) => id === record[by.source]);
  const move = (to: string | undefined) => to !== undefined && moves.move({ record, name, to });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    move(by.choices[at + step]?.id);
  };
  return (
    <RecordContextProvider value={record}>
      <Paper
        component="li"
        variant="outlined"
        draggable={canMove}
        aria-busy={moves.sent === record.id}
        data-held={moves.held?.record.id === record.id ? '' : undefined}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', name);
          moves.hold({ record, name });
        }}
        onDragEnd={() => moves.hold(null)}
        sx={cardStyles}
      >
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          {canMove && (
            <IconButton
              size="small"
              aria-label={translate('tree.move', { name })}
              aria-haspopup="menu"
              onClick={(event) => setAnchor(event.currentTarget)}
              onKeyDown={onKeyDown}
              sx={{ ml: -0.5, cursor: 'grab' }}
            >
              <MoveIcon fontSize="small" />
            </IconButton>
          )}
          <Typography variant="body2" component="div" sx={{ fontWeight: 500, flex: 1, overflowWrap: 'anywhere' }}>
            {path === null ? name : <Link to={path}>{name}</Link>}
          </Typography>
          {onMenu && (
            <IconButton
              size="small"
              aria-label={translate('list.row_menu', { name })}
              aria-haspopup="menu"
              onClick={(event) => onMenu(record, event.currentTarget)}
            >
              <MoreIcon fontSize="small" />
            </IconButton>
          )}
        </Box>
        <FieldPairs fields={card} record={record} />
        {anchor && (
          <ActionsMenu anchor={anchor} onClose={() => setAnchor(null)}>
            {by.choices.map(({ id }) => (
              <MenuItem key={id} disabled={!moves.canMoveTo(record, id)} onClick={() => move(id)}>
                {choiceLabel(id, by, context)}
              </MenuItem>
            ))}
          </ActionsMenu>
        )}
      </Paper>
    </RecordContextProvider>
  );
}

const cardStyles = {
  px: 1.25,
  py: 0.75,
  '&[data-held], &[aria-busy=true]': { opacity: 0.5 },
  '& a': { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
};
