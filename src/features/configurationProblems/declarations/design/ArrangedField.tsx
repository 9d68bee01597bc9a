import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import { Box, IconButton, type Theme, Typography } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import type { FieldPlace } from './arrangement.ts';
import { LineButton } from './LineButton.tsx';
import type { FieldMoves } from './useFieldMoves.ts';

interface ArrangedFieldProps {
  source: string;
  place: FieldPlace;
  moves: FieldMoves;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Line of a field. It is moved by dragging, by its buttons, or with Alt and an arrow key. */
export function ArrangedField({ source, place, moves }: ArrangedFieldProps) {
  const translate = useTranslate();
  const moveByKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    moves.step(place, by, 'handle');
  };
  return (
    <Box
      component="li"
      draggable
      data-held={moves.isHeld(place) || undefined}
      data-over={moves.isOver(place) || undefined}
      {...moves.dragHandlers(place)}
      sx={line}
    >
      <IconButton
        id={moves.controlId(place, 'handle')}
        size="small"
        aria-label={translate('declarationDesign.move', { source })}
        aria-describedby={moves.hintId}
        onKeyDown={moveByKey}
        sx={{ cursor: 'grab' }}
      >
        <DragIndicatorIcon fontSize="inherit" />
      </IconButton>
      <Typography component="span" variant="body2" noWrap sx={{ fontFamily: 'monospace', mr: 'auto' }}>
        {source}
      </Typography>
      <LineButton
        id={moves.controlId(place, 'up')}
        label={translate('declarationFiles.move_up', { source })}
        icon={<ArrowUpwardIcon fontSize="inherit" />}
        isDisabled={!moves.canStep(place, -1)}
        onClick={() => moves.step(place, -1, 'up')}
      />
      <LineButton
        id={moves.controlId(place, 'down')}
        label={translate('declarationFiles.move_down', { source })}
        icon={<ArrowDownwardIcon fontSize="inherit" />}
        isDisabled={!moves.canStep(place, 1)}
        onClick={() => moves.step(place, 1, 'down')}
      />
      <LineButton
        label={translate('declarationDesign.take_off', { source })}
        icon={<DeleteOutlinedIcon fontSize="inherit" />}
        isDisabled={false}
        onClick={() => moves.remove(place)}
      />
    </Box>
  );
}

const line = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 32,
  gap: 0.5,
  borderRadius: 1,
  '&:hover, &:focus-within': { backgroundColor: 'action.hover' },
  '&[data-held]': { opacity: 0.5 },
  '&[data-over]': { boxShadow: ({ palette }: Theme) => `inset 0 2px ${palette.primary.main}` },
};
