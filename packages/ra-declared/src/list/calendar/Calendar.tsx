import BackIcon from '@mui/icons-material/ChevronLeft';
import ForwardIcon from '@mui/icons-material/ChevronRight';
import { Alert, Box, Button, IconButton, Typography, useMediaQuery, type Theme } from '@mui/material';
import { useCallback, useId, useMemo, useState } from 'react';
import { useGetList, useStore } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import {
  addMonths,
  type CalendarView,
  dayInZone,
  fieldLabel,
  firstOfMonth,
  formatCount,
  isDay,
  type Resource,
} from '@merchant-console/declaration';
import { calendarZone } from '../../fields/datetime/calendarText.ts';
import { formatField } from '../../fields/formatField.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { FailureAlert } from '../../ui/FailureAlert.tsx';
import { FormatContextProvider, useFormatContext } from '../../ui/FormatContext.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { useResourceFormat } from '../../useResourceFormat.ts';
import { columnsOf } from '../columns.ts';
import { nameIn } from '../RecordRow.tsx';
import { useRowMenu } from '../table/useRowMenu.tsx';
import { useListFilter } from '../useListFilter.ts';
import { Agenda } from './Agenda.tsx';
import type { RecordParts } from './CalendarRecord.tsx';
import { DayDialog, UndatedDialog } from './DayDialog.tsx';
import { dayInWords, weeksOf, withoutDay } from './days.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { MoveForm } from './MoveForm.tsx';
import { type Held, useDayMoves } from './useDayMoves.ts';
import { useDays } from './useDays.ts';

interface CalendarProps {
  view: ResourceView;
  calendar: CalendarView;
  /** True if records have a menu of actions. */
  hasMenu: boolean;
}

/** Records on the days of a month. Users move them to other days. */
export function Calendar({ view, calendar, hasMenu }: CalendarProps) {
  const { resource, basePath } = view;
  const context = useFormatContext();
  const { translate, language, clock, currencyData } = context;
  const [filter] = useListFilter();
  const zone = calendarZone(calendar.from, currencyData);
  const today = dayInZone(clock.now(), zone);
  const [shown, show] = useStore<unknown>(`${basePath}.calendar.${calendar.from.source}`, null);
  const month = firstOfMonth(isDay(shown) ? shown : today);
  const isPhone = useMediaQuery(({ breakpoints }: Theme) => breakpoints.down('sm'), { noSsr: true });
  const heading = useId();
  const weeks = useMemo(() => weeksOf(month, language), [month, language]);
  const all = weeks.flat();
  const days = useDays(resource, calendar, filter, { from: all[0] ?? month, to: all.at(-1) ?? month }, zone);
  const format = useResourceFormat(resource.name, resource.fields, days.records);
  const columns = useMemo(() => columnsOf(resource.list), [resource]);
  const [menu, openMenu] = useRowMenu(view);
  const [opened, setOpened] = useState<string | null>(null);
  const [isUndatedOpen, setUndatedOpen] = useState(false);
  const [moving, setMoving] = useState<{ held: Held; anchor: HTMLElement } | null>(null);
  /** Day at which the last moved record gets the focus once it is there. */
  const [landing, land] = useState<{ id: string; day: string } | null>(null);
  const goTo = useCallback((day: string) => show(firstOfMonth(day)), [show]);
  const moves = useDayMoves(view, calendar, zone, ({ id }, day) => {
    land({ id: String(id), day });
    if (!all.includes(day)) goTo(day);
  });
  const parts: RecordParts = {
    view,
    calendar,
    zone,
    moves,
    nameOf: (record) =>
      (calendar.title && formatField(record, calendar.title, format)) || nameIn({ record, columns, context: format }),
    onMove: (held, anchor) => setMoving({ held, anchor }),
    onMenu: hasMenu ? openMenu : null,
  };
  return (
    <FormatContextProvider value={format}>
      <Box sx={barStyles}>
        <Typography id={heading} component="h2" variant="subtitle1" aria-live="polite" sx={{ fontWeight: 600 }}>
          {dayInWords(month, language, { year: 'numeric', month: 'long' })}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <IconButton
            size="small"
            aria-label={translate('calendar.previous')}
            onClick={() => goTo(addMonths(month, -1))}
          >
            <BackIcon />
          </IconButton>
          <Button size="small" color="inherit" onClick={() => goTo(today)}>
            {translate('calendar.today')}
          </Button>
          <IconButton size="small" aria-label={translate('calendar.next')} onClick={() => goTo(addMonths(month, 1))}>
            <ForwardIcon />
          </IconButton>
        </Box>
        <UndatedButton resource={resource} calendar={calendar} filter={filter} onOpen={() => setUndatedOpen(true)} />
      </Box>
      <FailureAlert error={days.isFetching ? null : days.error} onRetry={days.refetch} sx={{ borderRadius: 0 }} />
      {days.left > 0 && (
        <Alert severity="warning" sx={{ borderRadius: 0 }}>
          {translate('calendar.too_many', {
            count: formatCount(days.total - days.left),
            total: formatCount(days.total),
          })}
        </Alert>
      )}
      {isPhone ? (
        <Agenda
          days={all.filter((day) => firstOfMonth(day) === month)}
          byDay={days.byDay}
          today={today}
          parts={parts}
          isFetching={days.isFetching}
        />
      ) : (
        <MonthGrid
          weeks={weeks}
          month={month}
          today={today}
          byDay={days.byDay}
          parts={parts}
          heading={heading}
          isFetching={days.isFetching}
          landing={landing}
          onLanded={() => land(null)}
          onGoTo={goTo}
          onOpen={setOpened}
        />
      )}
      {opened !== null && (
        <DayDialog day={opened} records={days.byDay.get(opened) ?? []} parts={parts} onClose={() => setOpened(null)} />
      )}
      {isUndatedOpen && <UndatedDialog filter={filter} parts={parts} onClose={() => setUndatedOpen(false)} />}
      {moving && <MoveForm {...moving} moves={moves} today={today} onClose={() => setMoving(null)} />}
      <Box role="status" sx={visuallyHidden}>
        {moves.said}
      </Box>
      {menu}
    </FormatContextProvider>
  );
}

interface UndatedButtonProps {
  resource: Resource;
  calendar: CalendarView;
  filter: Filter;
  onOpen(): void;
}

/** Says how many records are on no day, and opens them. Nothing if each record has a day, or those of the list have. */
function UndatedButton({ resource, calendar, filter, onOpen }: UndatedButtonProps) {
  const { from } = calendar;
  const context = useFormatContext();
  const { total = 0 } = useGetList(
    resource.name,
    { pagination: { page: 1, perPage: 1 }, filter: withoutDay(filter, calendar) },
    { enabled: from.required !== true, placeholderData: (before) => before },
  );
  if (total === 0) return null;
  const field = fieldLabel(from, { ...context, resource: resource.name });
  return (
    <Button size="small" color="inherit" variant="outlined" onClick={onOpen} sx={{ ml: { sm: 'auto' } }}>
      {context.translate('calendar.undated', { smart_count: total, count: formatCount(total), field })}
    </Button>
  );
}

const barStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  px: 2,
  py: 1,
};
