import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { readCalendarText } from '../datetime/calendarText.ts';
import { CalendarInput } from './CalendarInput.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';
import { Unreadable } from './Unreadable.ts';
import { useBoundField } from './useBoundField.ts';

/** The last day that a text of ten characters can name. */
const LAST_DAY = '9999-12-31';

const read = (text: string) =>
  text === '' ? null : (readCalendarText(text, 'date') ?? new Unreadable(text, 'errors.invalid_date'));
const show = (value: unknown) => {
  if (value instanceof Unreadable) return value.typed;
  return typeof value === 'string' ? value : '';
};

/** A day of the calendar, the same in every zone. */
export function DateInput(props: FieldInputProps<FieldOf<'date'>>) {
  const { min, max = LAST_DAY } = props.field;
  const bound = useBoundField(props.field);
  return <CalendarInput {...props} {...{ bound, read, show, min, max }} kind="date" />;
}
