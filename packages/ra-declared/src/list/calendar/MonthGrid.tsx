import { Box, ButtonBase, type Theme } from '@mui/material';
import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { addDays, addMonths, firstOfMonth, formatCount } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { CalendarRecord, type RecordParts } from './CalendarRecord.tsx';
import { dayInWords } from './days.ts';
import type { DayRecords } from './useDays.ts';

/** Number of records that a day shows at most. If it has more, one line says how many. */
const LINES = 4;

interface MonthGridProps {
  weeks: readonly (readonly string[])[];
  /** First day of the month. */
  month: string;
  today: string;
  byDay: DayRecords;
  parts: RecordParts;
  /** ID of the element that names the month. */
  heading: string;
  isFetching: boolean;
  /** The record that gets the focus once it is on this day. */
  landing: { id: string; day: string } | null;
  onLanded(): void;
  /** Shows the month of a day. */
  onGoTo(day: string): void;
  /** Shows all records of a day. */
  onOpen(day: string): void;
}

/**
 * A month as a grid, whose arrow keys move the focus between days. Only the focused day is in the Tab order, with its
 * records after it.
 */
export function MonthGrid(props: MonthGridProps) {
  const { weeks, month, today, byDay, parts, landing, onLanded, onGoTo, onOpen } = props;
  const { translate, language } = useFormatContext();
  const { moves } = parts;
  const grid = useRef<HTMLTableElement>(null);
  const [chosen, choose] = useState(today);
  const [over, setOver] = useState<string | null>(null);
  /** Day that gets the focus once it is shown. */
  const wanted = useRef<string | null>(null);
  const all = weeks.flat();
  const active = all.includes(chosen) ? chosen : firstOfMonth(today) === month ? today : month;
  useLayoutEffect(() => {
    const cell = (day: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
    if (wanted.current !== null) cell(wanted.current)?.focus();
    wanted.current = null;
    if (!landing || !byDay.get(landing.day)?.some(({ id }) => String(id) === landing.id)) return;
    const place = cell(landing.day);
    if (!place) return;
    const record = place.querySelector<HTMLElement>(`[data-record="${CSS.escape(landing.id)}"] :is(a, button)`);
    (record ?? place).focus();
    onLanded();
  });
  const focusDay = (day: string) => {
    wanted.current = day;
    choose(day);
    if (!all.includes(day)) onGoTo(day);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, day: string) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const cell = event.currentTarget;
    const inside = [...cell.querySelectorAll<HTMLElement>('a, button')];
    const at = inside.findIndex((one) => one === event.target);
    const isOnDay = event.target === cell;
    const other = isOnDay ? dayAt(event.key, day, weeks) : null;
    const step = isOnDay
      ? event.key === 'Enter'
        ? 1
        : 0
      : event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowUp'
          ? -1
          : 0;
    if (other !== null) focusDay(other);
    else if (step !== 0) inside[at + step]?.focus();
    else if (event.key === 'Escape' && !isOnDay) cell.focus();
    else return;
    event.preventDefault();
    // The list has shortcuts of its own.
    event.stopPropagation();
  };
  return (
    <Box
      component="table"
      ref={grid}
      role="grid"
      aria-labelledby={props.heading}
      aria-busy={props.isFetching}
      sx={gridStyles}
    >
      <thead>
        <tr role="row">
          {weeks[0]?.map((day) => (
            <th
              key={day}
              role="columnheader"
              scope="col"
              abbr={dayInWords(day, language, { weekday: 'long' })}
              aria-label={dayInWords(day, language, { weekday: 'long' })}
            >
              {dayInWords(day, language, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr role="row" key={week[0]}>
            {week.map((day) => {
              const records = byDay.get(day) ?? [];
              const shown = records.length > LINES ? records.slice(0, LINES - 1) : records;
              const left = records.length - shown.length;
              const tabIndex = day === active ? 0 : -1;
              const isTarget = moves.held !== null && moves.held.day !== day;
              return (
                <td
                  key={day}
                  role="gridcell"
                  tabIndex={tabIndex}
                  data-day={day}
                  data-outside={firstOfMonth(day) === month ? undefined : ''}
                  data-over={isTarget && over === day ? '' : undefined}
                  aria-current={day === today ? 'date' : undefined}
                  onFocus={() => choose(day)}
                  onKeyDown={(event) => onKeyDown(event, day)}
                  onDragOver={(event: DragEvent) => {
                    if (!isTarget) return;
                    event.preventDefault();
                    setOver(day);
                  }}
                  onDragLeave={() => setOver((now) => (now === day ? null : now))}
                  onDrop={(event: DragEvent) => {
                    event.preventDefault();
                    setOver(null);
                    if (moves.held) moves.move(moves.held, day, false);
                    moves.hold(null);
                  }}
                >
                  <span aria-hidden data-number>
                    {Number(day.slice(8))}
                  </span>
                  <Box component="span" sx={visuallyHidden}>
                    {translate('calendar.day', {
                      day: dayInWords(day, language),
                      smart_count: records.length,
                      count: formatCount(records.length),
                    })}
                  </Box>
                  {shown.length > 0 && (
                    <ul>
                      {shown.map((record) => (
                        <CalendarRecord
                          key={record.id}
                          isSmall
                          record={record}
                          day={day}
                          parts={parts}
                          tabIndex={tabIndex}
                        />
                      ))}
                    </ul>
                  )}
                  {left > 0 && (
                    <ButtonBase tabIndex={tabIndex} onClick={() => onOpen(day)} data-more>
                      {translate('calendar.more', { smart_count: left, count: formatCount(left) })}
                    </ButtonBase>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** The day that a key leads to, or null. */
function dayAt(key: string, day: string, weeks: MonthGridProps['weeks']): string | null {
  const week = weeks.find((one) => one.includes(day)) ?? [];
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return week[0] ?? null;
    case 'End':
      return week.at(-1) ?? null;
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return null;
  }
}

const gridStyles = ({ palette }: Theme) => ({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& th': { py: 0.5, px: 1, fontSize: '0.75rem', fontWeight: 500, color: palette.text.secondary, textAlign: 'left' },
  '& td': {
    position: 'relative',
    height: 140,
    p: 0.5,
    verticalAlign: 'top',
    border: 1,
    borderColor: palette.divider,
    '&:first-of-type': { borderLeft: 0 },
    '&:last-of-type': { borderRight: 0 },
    '&:focus-visible': { outline: '2px solid', outlineColor: palette.primary.main, outlineOffset: '-2px' },
    '&[data-over]': { outline: '2px solid', outlineColor: palette.primary.main, outlineOffset: '-2px' },
  },
  '& tr:last-of-type td': { borderBottom: 0 },
  '& [data-outside]': { backgroundColor: palette.action.hover },
  '& [data-number]': {
    display: 'grid',
    placeItems: 'center',
    minWidth: 22,
    width: 'fit-content',
    height: 22,
    mb: 0.25,
    borderRadius: 11,
    fontSize: '0.75rem',
    fontVariantNumeric: 'tabular-nums',
  },
  '& [data-outside] [data-number]': { color: palette.text.secondary },
  '& [aria-current] [data-number]': {
    color: palette.primary.contrastText,
    backgroundColor: palette.primary.main,
    fontWeight: 600,
  },
  '& ul': { listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '2px', m: 0, p: 0 },
  '& [data-more]': {
    mt: '2px',
    px: 0.75,
    minHeight: 24,
    borderRadius: 0.5,
    fontSize: '0.75rem',
    color: palette.text.secondary,
    '&:hover, &:focus-visible': { backgroundColor: palette.action.selected },
  },
});
