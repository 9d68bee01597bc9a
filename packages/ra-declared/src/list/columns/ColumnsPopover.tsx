import { Button, Popover, Typography, Box, IconButton, type Theme } from '@mui/material';
import { useState, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { type Field, fieldLabel, type Resource } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { ListColumns } from './useColumns.ts';
import { offeredColumns, sourcesOf } from './columnChoice.ts';
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DragIndicatorIcon from '@mui/icons-material/DragIndicator';

interface ColumnsPopoverProps {
  resource: Resource;
  columns: ListColumns;
  anchor: HTMLElement;
  onClose(): void;
}

/** Lets the user choose and order all available columns. */
export function ColumnsPopover({ resource, columns, anchor, onClose }: ColumnsPopoverProps) {
  const { translate } = useFormatContext();
  const [resets, setResets] = useState(0);
  const reset = () => {
    columns.reset();
    setResets(resets + 1);
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': translate('list.columns'), sx: paper } }}
    >
      <Typography variant="caption" color="text.secondary" sx={{ px: 1, pb: 0.5 }}>
        {translate('columnsMenu.hint')}
      </Typography>
      <ColumnList key={resets} resource={resource} shown={columns.columns} onChange={columns.change} />
      <Button size="small" onClick={reset} sx={{ alignSelf: 'flex-start', mt: 0.5 }}>
        {translate('columnsMenu.reset')}
      </Button>
    </Popover>
  );
}

const paper = {
  display: 'flex',
  flexDirection: 'column',
  mt: 0.75,
  p: 1,
  width: 320,
  maxWidth: 'calc(100vw - 32px)',
  maxHeight: 'min(560px, calc(100vh - 96px))',
};

interface ColumnListProps {
  resource: Resource;
  shown: readonly Field[];
  onChange(sources: readonly string[]): void;
}

/**
 * Every available column: ticked ones are shown, and each can be moved. Lines keep their place while the menu is open.
 */
function ColumnList({ resource, shown, onChange }: ColumnListProps) {
  const context = useFormatContext();
  const [offered] = useState(() => offeredColumns(resource));
  const [lines, setLines] = useState(() => columnLines(sourcesOf(shown), sourcesOf(offered)));
  const dragged = useRef<number | null>(null);

  const change = (next: ColumnLine[]) => {
    setLines(next);
    onChange(next.filter((line) => line.shown).map(({ source }) => source));
  };
  const move = (from: number, to: number) => {
    change(movedLine(lines, from, to));
    dragged.current = dragged.current === null ? null : to;
  };
  const lastShown = lines.filter((line) => line.shown).length === 1;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', overflowY: 'auto' }}>
      {lines.map((line, index) => {
        const field = offered.find(({ source }) => source === line.source);
        if (!field) return null;
        return (
          <ColumnListItem
            key={line.source}
            label={fieldLabel(field, context)}
            shown={line.shown}
            fixed={line.shown && lastShown}
            isFirst={index === 0}
            isLast={index === lines.length - 1}
            onToggle={() => change(toggledLine(lines, line.source))}
            onMove={(by) => move(index, index + by)}
            onDragStart={() => {
              dragged.current = index;
            }}
            onDragOver={() => {
              if (dragged.current !== null && dragged.current !== index) move(dragged.current, index);
            }}
            onDragEnd={() => {
              dragged.current = null;
            }}
          />
        );
      })}
    </Box>
  );
}

interface ColumnListItemProps {
  label: string;
  shown: boolean;
  /** True if it is the only shown column, which can't be hidden. */
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

/** Line of a column. It can be ticked, and moved by dragging, by its buttons, or with Alt and an arrow key. */
function ColumnListItem({ label, shown, fixed, isFirst, isLast, onToggle, onMove, ...drag }: ColumnListItemProps) {
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

interface ColumnLine {
  source: string;
  shown: boolean;
}

/** All available columns, shown ones first, in their order. */
function columnLines(shown: readonly string[], offered: readonly string[]): ColumnLine[] {
  const hidden = offered.filter((source) => !shown.includes(source));
  return [...shown.map((source) => ({ source, shown: true })), ...hidden.map((source) => ({ source, shown: false }))];
}

/** `lines` with the one at `from` moved to `to`. Unchanged if either doesn't exist. */
function movedLine(lines: readonly ColumnLine[], from: number, to: number): ColumnLine[] {
  const line = lines[from];
  if (!line || to < 0 || to >= lines.length) return [...lines];
  return lines.toSpliced(from, 1).toSpliced(to, 0, line);
}

/**
 * `lines` with one toggled. The last shown column can't be hidden, because a list without columns would show nothing.
 */
function toggledLine(lines: readonly ColumnLine[], source: string): ColumnLine[] {
  const toggled = lines.map((line) => (line.source === source ? { ...line, shown: !line.shown } : line));
  return toggled.some(({ shown }) => shown) ? toggled : [...lines];
}
