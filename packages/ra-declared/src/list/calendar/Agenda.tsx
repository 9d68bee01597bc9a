import { Box, Typography } from '@mui/material';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { CalendarRecord, type RecordParts } from './CalendarRecord.tsx';
import { dayInWords } from './days.ts';
import type { DayRecords } from './useDays.ts';

interface AgendaProps {
  days: readonly string[];
  byDay: DayRecords;
  today: string;
  parts: RecordParts;
  isFetching: boolean;
}

/** The days of a month that have records, below each other: for screens too narrow for a grid. */
export function Agenda({ days, byDay, today, parts, isFetching }: AgendaProps) {
  const { translate, language } = useFormatContext();
  const used = days.filter((day) => byDay.has(day));
  return (
    <Box aria-busy={isFetching} sx={{ px: 2, pb: 2 }}>
      {used.length === 0 && !isFetching && (
        <Typography variant="body2" color="text.secondary" sx={{ py: 3, textAlign: 'center' }}>
          {translate('calendar.none')}
        </Typography>
      )}
      {used.map((day) => (
        <section key={day} aria-labelledby={`agenda-${day}`}>
          <Typography
            id={`agenda-${day}`}
            component="h3"
            variant="subtitle2"
            aria-current={day === today ? 'date' : undefined}
            sx={{ mt: 1.5, mb: 0.5, '&[aria-current]': { color: 'primary.main' } }}
          >
            {dayInWords(day, language, { weekday: 'long', day: 'numeric', month: 'long' })}
          </Typography>
          <Box component="ul" sx={listStyles}>
            {byDay.get(day)?.map((record) => (
              <CalendarRecord key={record.id} record={record} day={day} parts={parts} />
            ))}
          </Box>
        </section>
      ))}
    </Box>
  );
}

/** Of records below each other. */
export const listStyles = {
  listStyle: 'none',
  display: 'flex',
  flexDirection: 'column',
  gap: 0.5,
  m: 0,
  p: 0,
} as const;
