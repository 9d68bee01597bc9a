import { FormControlLabel, Radio, RadioGroup } from '@mui/material';
import { type FieldOf, readInstant } from '@merchant-console/declaration';
import { CalendarButton } from './CalendarButton.tsx';
import { readCalendarText, showCalendarText, type CalendarKind } from './calendarText.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { InputText } from '../inputs/InputText.tsx';
import { useBoundField, type BoundField, Unreadable, useTyped } from '../inputs/useBoundField.ts';
import { instantsAt, localTimeOf, offsetText } from './localTime.ts';

interface CalendarInputProps extends FieldInputProps<FieldOf<'date'> | FieldOf<'datetime'>> {
  bound: BoundField;
  kind: CalendarKind;
  read(text: string): unknown;
  show(value: unknown): string;
  min?: string | undefined;
  max: string;
  hint?: string;
}

/** Input for a day or time, typed in the console's date format or picked in the browser's calendar. */
function CalendarInput({ bound, kind, read, show, min, max, ...props }: CalendarInputProps) {
  const { translate } = useFormatContext();
  const typed = useTyped(bound.value, bound.change, { read, show });
  const { label, disabled } = props;
  return (
    <InputText
      {...props}
      bound={bound}
      text={typed.text}
      onText={typed.type}
      onBlur={typed.tidy}
      look={{ placeholder: translate(kind === 'date' ? 'fieldTypes.day_format' : 'fieldTypes.time_format') }}
      shrink
      htmlInput={{ autoComplete: 'off' }}
      end={
        <CalendarButton
          kind={kind}
          label={label}
          min={min}
          max={max}
          disabled={disabled}
          text={typed.text}
          onPick={typed.type}
        />
      }
    />
  );
}

/** The last day that fits in ten characters. */
const LAST_DAY = '9999-12-31';

const readDay = (text: string) =>
  text === '' ? null : (readCalendarText(text, 'date') ?? new Unreadable(text, 'errors.invalid_date'));
const showDay = (value: unknown) => {
  if (value instanceof Unreadable) return value.typed;
  return typeof value === 'string' ? value : '';
};

/** Input for a calendar day, the same in every time zone. */
export function DateInput(props: FieldInputProps<FieldOf<'date'>>) {
  const { min, max = LAST_DAY } = props.field;
  const bound = useBoundField(props.field);
  return <CalendarInput {...props} bound={bound} min={min} max={max} read={readDay} show={showDay} kind="date" />;
}

const LAST_TIME = '8999-12-31T23:59';

/**
 * Input for an instant, typed in the tenant's time zone. If the clocks go back and a time occurs twice, the user
 * chooses one of the two.
 */
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
      <CalendarInput
        {...props}
        bound={bound}
        read={read}
        show={show}
        kind="datetime-local"
        max={LAST_TIME}
        hint={zone}
      />
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
