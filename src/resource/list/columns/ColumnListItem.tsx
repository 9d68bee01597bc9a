import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';
import { Box, IconButton, type Theme } from '@mui/material';
import type { KeyboardEvent, ReactNode } from 'react';
import { useFormatContext } from '#console/ui/FormatContext.ts';

interface ColumnListItemProps {
  label: string;
  shown: boolean;
  /** It is the only column, and can't be hidden. */
  fixed: boolean;
  isFirst: boolean;
  isLast: boolean;
  onToggle(): void;
  onMove(by: 1 | -1): void;
  onDragStart(): void;
  onDragOver(): void;
  onDragEnd(): void;
}

const STEP = { ArrowUp: -1, ArrowDown: 1 } as const;

/** One column: shown or not, and moved by dragging, by its buttons, or by Alt and an arrow key. */
export function ColumnListItem({
  label,
  shown,
  fixed,
  isFirst,
  isLast,
  onToggle,
  onMove,
  ...drag
}: ColumnListItemProps) {
  const { translate } = useFormatContext();
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(STEP[event.key]);
  };
  return (
    <Box
      component="li"
      draggable
      onDragStart={drag.onDragStart}
      onDragOver={(event) => {
        event.preventDefault();
        drag.onDragOver();
      }}
      onDragEnd={drag.onDragEnd}
      sx={item}
    >
      <DragIndicatorIcon sx={{ fontSize: 18, color: 'text.disabled', cursor: 'grab' }} />
      <label>
        <input type="checkbox" checked={shown} disabled={fixed} onChange={onToggle} onKeyDown={moveByKey} />
        <span>{label}</span>
      </label>
      <MoveButton
        icon={<ArrowUpwardIcon />}
        label={translate('columnsMenu.up', { field: label })}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <MoveButton
        icon={<ArrowDownwardIcon />}
        label={translate('columnsMenu.down', { field: label })}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
    </Box>
  );
}

const item = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 36,
  pl: 0.5,
  borderRadius: 1,
  '&:hover, &:focus-within': { backgroundColor: 'action.hover' },
  '& label': {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    flex: 1,
    minWidth: 0,
    px: 0.5,
    fontSize: '0.8125rem',
    lineHeight: 1.3,
    cursor: 'pointer',
    alignSelf: 'stretch',
  },
  '& label span': { overflowWrap: 'anywhere' },
  '& input': { flex: 'none', width: 16, height: 16, m: 0, accentColor: ({ palette }: Theme) => palette.primary.main },
};

interface MoveButtonProps {
  icon: ReactNode;
  label: string;
  disabled: boolean;
  onClick(): void;
}

function MoveButton({ icon, label, disabled, onClick }: MoveButtonProps) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      sx={{ '& svg': { fontSize: 16 } }}
    >
      {icon}
    </IconButton>
  );
}
