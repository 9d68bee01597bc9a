import { FormControlLabel, Radio, RadioGroup } from '@mui/material';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { readInstant } from '#shared/format/readInstant.ts';
import { readCalendarText, showCalendarText } from '../datetime/calendarText.ts';
import { instantsAt, localTimeOf, offsetText } from '../datetime/localTime.ts';
import { useFormatContext } from '../FormatContext.ts';
import { CalendarInput } from './CalendarInput.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';
import { Unreadable } from './Unreadable.ts';
import { useBoundField } from './useBoundField.ts';

const LAST_TIME = '8999-12-31T23:59';

/** A moment, typed as the tenant's clocks show it. A time that comes twice, when they go back, is asked for. */
export function DatetimeInput(props: FieldInputProps<FieldOf<'datetime'>>) {
  const { translate, currencyData } = useFormatContext();
  const zone = currencyData.time_zone;
  const bound = useBoundField(props.field);
  const read = (text: string) => {
    if (text === '') return null;
    const local = readCalendarText(text, 'datetime-local');
    if (local === null) return new Unreadable(text, 'errors.invalid_time');
    return instantsAt(local, zone)[0]?.toISOString() ?? new Unreadable(text, 'errors.skipped_time', { zone });
  };
  const show = (value: unknown) => {
    if (value instanceof Unreadable) return value.typed;
    const instant = readInstant(value);
    return instant ? showCalendarText(localTimeOf(instant, zone)) : '';
  };
  const instant = bound.value instanceof Unreadable ? null : readInstant(bound.value);
  const same = instant ? instantsAt(localTimeOf(instant, zone), zone) : [];
  return (
    <div>
      <CalendarInput {...props} {...{ bound, read, show }} kind="datetime-local" max={LAST_TIME} hint={zone} />
      {instant && same.length > 1 && (
        <RadioGroup
          row
          aria-label={`${props.label}: ${translate('form.time_comes_twice')}`}
          value={instant.toISOString()}
          onChange={(_event, chosen) => bound.change(chosen)}
        >
          {same.map((one) => (
            <FormControlLabel
              key={one.toISOString()}
              value={one.toISOString()}
              label={offsetText(one, zone)}
              control={<Radio size="small" />}
            />
          ))}
        </RadioGroup>
      )}
    </div>
  );
}
