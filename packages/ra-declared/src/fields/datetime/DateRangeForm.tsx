import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { dayInZone, endOfDay, isDay, type Period, readInstant, startOfDay } from '@merchant-console/declaration';
import { readCalendarText, calendarZone } from './calendarText.ts';
import { datePresets } from './datePresets.ts';
import type { FilterControlProps, FilterValue } from '../FieldTypeDefinition.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { DayInput, FIRST_DAY, LAST_DAY } from './DayForm.tsx';
import { FilterForm } from '../filters/FilterForm.tsx';
import { filterKeys, filterValues } from '../filters/filterValues.ts';

/** Width at which the presets fit into one line in each language, in pixels. */
const WIDTH_PX = 460;

/** Filters by a common range with one click, or by two days, either of which may be left out. */
export function DateRangeForm({ field, filter, onChange, onClose }: FilterControlProps & { onClose(): void }) {
  const { translate, clock, currencyData } = useFormatContext();
  const zone = calendarZone(field, currencyData);
  const [fromKey = '', toKey = ''] = filterKeys(field);
  const { toDay, fromDay, untilDay } = field.type === 'date' ? PLAIN_DAYS : daysInZone(zone);
  const [from, setFrom] = useState(() => toDay(filterValues(filter, fromKey)[0]));
  const [to, setTo] = useState(() => toDay(filterValues(filter, toKey)[0]));
  const [problem, setProblem] = useState<DayProblem | null>(null);

  const apply = (range: Period) => {
    onChange({
      ...(range.from && { [fromKey]: fromDay(range.from) }),
      ...(range.to && { [toKey]: untilDay(range.to) }),
    });
    onClose();
  };
  const applyTyped = () => {
    // Unreadable text is kept, so that `problemOf` reports it.
    const range = { from: readCalendarText(from, 'date') ?? from, to: readCalendarText(to, 'date') ?? to };
    const found = problemOf(range);
    setProblem(found);
    if (found === null) apply(range);
  };

  return (
    <FilterForm onApply={applyTyped} onCancel={onClose}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.75, mb: 2, maxWidth: WIDTH_PX }}>
        {Object.entries(datePresets).map(([key, rangeOf]) => (
          <Button
            key={key}
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => apply(rangeOf(dayInZone(clock.now(), zone)))}
            sx={{ borderColor: 'divider', py: 0.25 }}
          >
            {translate(`filters.presets.${key}`)}
          </Button>
        ))}
      </Stack>
      <Stack direction="row" spacing={1.5} sx={{ maxWidth: WIDTH_PX }}>
        <DayInput label={translate('list.date_from')} value={from} onChange={setFrom} />
        <DayInput
          label={translate('list.date_to')}
          value={to}
          onChange={setTo}
          problem={problem ? translate(`filters.${problem}`) : ''}
        />
      </Stack>
    </FilterForm>
  );
}

type DayProblem = 'date_order' | 'date_limits';

function problemOf({ from, to }: Period): DayProblem | null {
  if ([from, to].some((day) => day !== '' && (!isDay(day) || day < FIRST_DAY || day > LAST_DAY))) return 'date_limits';
  return from !== '' && to !== '' && from > to ? 'date_order' : null;
}

/** Converts days to and from the filter of a field. */
interface DayNotation {
  /** '' for an open end. */
  toDay(value: FilterValue | undefined): string;
  fromDay(day: string): string;
  untilDay(day: string): string;
}

const PLAIN_DAYS: DayNotation = {
  toDay: (value) => (value === undefined ? '' : String(value)),
  fromDay: (day) => day,
  untilDay: (day) => day,
};

/** Days of a time zone's calendar, filtered as instants. */
function daysInZone(zone: string): DayNotation {
  return {
    toDay(value) {
      const instant = readInstant(value);
      return instant ? dayInZone(instant, zone) : '';
    },
    fromDay: (day) => startOfDay(day, zone).toISOString(),
    untilDay: (day) => endOfDay(day, zone).toISOString(),
  };
}
