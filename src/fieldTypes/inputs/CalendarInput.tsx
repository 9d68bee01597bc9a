import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { CalendarButton } from '../datetime/CalendarButton.tsx';
import type { CalendarKind } from '../datetime/calendarText.ts';
import { useFormatContext } from '../FormatContext.ts';
import type { FieldInputProps } from './FieldInputProps.ts';
import { InputText } from './InputText.tsx';
import type { BoundField } from './useBoundField.ts';
import { useTyped } from './useTyped.ts';

interface CalendarInputProps extends FieldInputProps<FieldOf<'date'> | FieldOf<'datetime'>> {
  bound: BoundField;
  kind: CalendarKind;
  read(text: string): unknown;
  show(value: unknown): string;
  min?: string | undefined;
  max: string;
  hint?: string;
}

/** A day or time, typed in the format of all dates of the console or picked in the browser's calendar. */
export function CalendarInput({ bound, kind, read, show, min, max, ...props }: CalendarInputProps) {
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
      end={<CalendarButton {...{ kind, label, min, max, disabled }} text={typed.text} onPick={typed.type} />}
    />
  );
}
