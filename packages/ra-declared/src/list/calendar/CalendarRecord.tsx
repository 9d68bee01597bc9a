import MoreIcon from '@mui/icons-material/MoreHoriz';
import MoveIcon from '@mui/icons-material/DragIndicator';
import { Box, IconButton, type Theme } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { addDays, type CalendarView, type Choice, formatInZone, readInstant } from '@merchant-console/declaration';
import { isStatus } from '../../fields/choice/enumType.tsx';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { formatField } from '../../fields/formatField.ts';
import { openPath, type ResourceView } from '../../ResourceView.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { Link } from '../../ui/router/Link.tsx';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import type { OpenRowMenu } from '../table/useRowMenu.tsx';
import { spanOf } from './days.ts';
import type { DayMoves, Held } from './useDayMoves.ts';

/** What the records of a calendar have in common. */
export interface RecordParts {
  view: ResourceView;
  calendar: CalendarView;
  zone: string;
  moves: DayMoves;
  nameOf(record: IdentifiedRecord): string;
  /** Asks for the day to move a record to. */
  onMove(held: Held, anchor: HTMLElement): void;
  /** Null if records have no menu. */
  onMenu: OpenRowMenu | null;
}

interface CalendarRecordProps {
  record: IdentifiedRecord;
  /** The day that it is shown at, or null if it is on none. */
  day: string | null;
  parts: RecordParts;
  /** True in a cell of the month, where the name has one line and there is no menu. */
  isSmall?: boolean;
  /** -1 if the Tab key skips the record. */
  tabIndex?: 0 | -1;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A record on a day. It is moved by dragging, by Alt with an arrow key, or by its move button. */
export function CalendarRecord({ record, day, parts, isSmall = false, tabIndex = 0 }: CalendarRecordProps) {
  const context = useFormatContext();
  const { translate } = context;
  const { view, calendar, zone, moves, onMenu } = parts;
  const name = parts.nameOf(record);
  const held: Held = { record, name, day };
  const path = openPath(view, record.id);
  const canMove = moves.canMove(record);
  const status = view.resource.list.columns.find(isStatus);
  const state = status ? formatField(record, status, context) : '';
  const tone =
    status?.type === 'enum' ? status.choices.find(({ id }) => id === record[status.source])?.color : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!event.altKey || step === undefined || !canMove || day === null) return;
    event.preventDefault();
    event.stopPropagation();
    moves.move(held, addDays(day, step), true);
  };
  const time = timeOf(record, day, calendar, zone);
  return (
    <Box
      component="li"
      data-record={record.id}
      data-tone={tone}
      data-small={isSmall ? '' : undefined}
      data-held={moves.held?.record.id === record.id ? '' : undefined}
      aria-busy={moves.sent === record.id}
      draggable={canMove && day !== null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        moves.hold(held);
      }}
      onDragEnd={() => moves.hold(null)}
      onKeyDown={onKeyDown}
      sx={recordStyles}
    >
      <span title={[name, state].filter((one) => one !== '').join(' · ')} data-name>
        {time && <time>{time}</time>}
        {path === null ? (
          name
        ) : (
          <Link to={path} tabIndex={tabIndex}>
            {name}
          </Link>
        )}
        {state && <Box component="span" sx={visuallyHidden}>{`, ${state}`}</Box>}
      </span>
      {canMove && (
        <IconButton
          size="small"
          tabIndex={tabIndex}
          aria-label={translate('tree.move', { name })}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => parts.onMove(held, currentTarget)}
          data-move
        >
          <MoveIcon fontSize="inherit" />
        </IconButton>
      )}
      {onMenu && !isSmall && (
        <IconButton
          size="small"
          aria-label={translate('list.row_menu', { name })}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(record, currentTarget)}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}

/** Time of day at which the record begins, on its first day: `09:30`. */
function timeOf(record: IdentifiedRecord, day: string | null, calendar: CalendarView, zone: string): string | null {
  const instant = calendar.from.type === 'datetime' ? readInstant(record[calendar.from.source]) : null;
  if (!instant || spanOf(record, calendar, zone)?.from !== day) return null;
  return formatInZone(instant, zone).slice(11, 16);
}

const tones = ({ palette }: Theme): Record<NonNullable<Choice['color']>, string> => ({
  default: palette.text.secondary,
  success: palette.success.main,
  warning: palette.warning.main,
  error: palette.error.main,
  info: palette.info.main,
});

const recordStyles = (theme: Theme) => ({
  ...Object.fromEntries(
    Object.entries(tones(theme)).map(([tone, color]) => [`&[data-tone=${tone}]`, { borderColor: color }]),
  ),
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  minWidth: 0,
  minHeight: 36,
  px: 1,
  borderRadius: 0.5,
  borderLeft: '3px solid',
  borderColor: theme.palette.text.secondary,
  backgroundColor: theme.palette.action.hover,
  fontSize: '0.875rem',
  '&[data-held], &[aria-busy=true]': { opacity: 0.5 },
  '& > [data-name]': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& time': { mr: 0.75, color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '& a': { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
  '& [data-move]': { cursor: 'grab' },
  '&[data-small]': { minHeight: 24, px: 0.5, gap: 0, fontSize: '0.75rem' },
  '&[data-small] > [data-name]': { display: 'flex', alignItems: 'center' },
  '&[data-small] a': {
    flex: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    lineHeight: '24px',
  },
  // Would leave no room for the name.
  '&[data-small] [data-move]': {
    position: 'absolute',
    right: 0,
    top: 0,
    bottom: 0,
    p: 0,
    width: 24,
    borderRadius: 0.5,
    backgroundColor: theme.palette.background.paper,
    opacity: 0,
    '&:focus-visible': { opacity: 1 },
    '@media (hover: none)': { position: 'static', opacity: 1, backgroundColor: 'transparent' },
  },
  '&[data-small]:hover [data-move]': { opacity: 1 },
});
