import { Button, Stack, TextField } from '@mui/material';
import { useState } from 'react';
import type { Filter } from '#shared/contract/listQuery.ts';
import { datePresets, type DayRange } from '../datetime/datePresets.ts';
import { readInstant } from '../datetime/readInstant.ts';
import { dayInZone, endOfDay, startOfDay } from '../datetime/timeZone.ts';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { useFormatContext } from '../FormatContext.ts';
import { FilterForm } from './FilterForm.tsx';
import { filterKeys } from './filterKeys.ts';
import { filterValues } from './filterValues.ts';

/** The presets fit into one line in each language. */
const WIDTH_PX = 460;

/** Common ranges at one click, or two days of which either may be left out. */
export function DateRangeForm({ field, filter, onChange, onClose }: FilterControlProps & { onClose(): void }) {
  const { translate, clock, currencyData } = useFormatContext();
  const zone = currencyData.time_zone;
  const [fromKey = '', toKey = ''] = filterKeys(field);
  const [from, setFrom] = useState(() => dayOf(filter, fromKey, zone));
  const [to, setTo] = useState(() => dayOf(filter, toKey, zone));
  const [problem, setProblem] = useState<DayProblem | null>(null);

  const apply = (range: DayRange) => {
    onChange({
      ...(range.from && { [fromKey]: startOfDay(range.from, zone).toISOString() }),
      ...(range.to && { [toKey]: endOfDay(range.to, zone).toISOString() }),
    });
    onClose();
  };
  const applyTyped = () => {
    const found = problemOf({ from, to });
    setProblem(found);
    if (found === null) apply({ from, to });
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

/** Days that the filter takes; years of five digits can't be written as the wire wants them. */
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2999-12-31';

type DayProblem = 'date_order' | 'date_limits';

function problemOf({ from, to }: DayRange): DayProblem | null {
  if ([from, to].some((day) => day !== '' && (day.length !== 10 || day < FIRST_DAY || day > LAST_DAY)))
    return 'date_limits';
  return from !== '' && to !== '' && from > to ? 'date_order' : null;
}

interface DayInputProps {
  label: string;
  value: string;
  problem?: string;
  onChange(day: string): void;
}

function DayInput({ label, value, problem = '', onChange }: DayInputProps) {
  return (
    <TextField
      type="date"
      size="small"
      fullWidth
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== ''}
      helperText={problem}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: FIRST_DAY, max: LAST_DAY } }}
    />
  );
}

/** The calendar day that an end of the filter falls on, '' when it is open. */
function dayOf(filter: Filter, key: string, zone: string): string {
  const instant = readInstant(filterValues(filter, key)[0]);
  return instant ? dayInZone(instant, zone) : '';
}
