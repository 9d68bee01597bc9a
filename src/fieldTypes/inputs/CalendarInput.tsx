import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { FieldInputProps } from './FieldInputProps.ts';
import { InputText } from './InputText.tsx';
import { Unreadable } from './Unreadable.ts';
import type { BoundField } from './useBoundField.ts';
import { useTyped } from './useTyped.ts';

interface CalendarInputProps extends FieldInputProps<FieldOf<'date'> | FieldOf<'datetime'>> {
  bound: BoundField;
  type: 'date' | 'datetime-local';
  read(text: string): unknown;
  show(value: unknown): string;
  min?: string | undefined;
  max: string;
  hint?: string;
}

/** The browser's own input of days and times: typed in the order of the person's language, or picked. */
export function CalendarInput({ bound, type, read, show, min, max, ...props }: CalendarInputProps) {
  const typed = useTyped(bound.value, bound.change, { read, show });
  return (
    <InputText
      {...props}
      bound={bound}
      text={typed.text}
      onText={typed.type}
      onBlur={({ target }) => {
        // 31 February: the browser keeps what was typed to itself and gives ''.
        if (target.validity.badInput) bound.change(new Unreadable('', 'errors.invalid_date'));
        else if (bound.value instanceof Unreadable && typed.text === '') bound.change(null);
      }}
      look={{ type }}
      shrink
      htmlInput={{ min, max }}
    />
  );
}
