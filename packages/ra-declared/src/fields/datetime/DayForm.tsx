import { useState } from 'react';
import { TextField, type TextFieldProps } from '@mui/material';
import { readCalendarText } from './calendarText.ts';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { FilterForm } from '../filters/FilterForm.tsx';
import { filterValues } from '../filters/filterValues.ts';
import { CalendarButton } from './CalendarButton.tsx';

/** Filters a list by one day. */
export function DayForm({ field, label, filter, onChange, onClose }: FilterControlProps & { onClose(): void }) {
  const { translate } = useFormatContext();
  const [typed, setTyped] = useState(String(filterValues(filter, field.source)[0] ?? ''));
  const [isWrong, setIsWrong] = useState(false);
  const apply = () => {
    const day = readCalendarText(typed, 'date');
    const isRight = typed === '' || day !== null;
    setIsWrong(!isRight);
    if (!isRight) return;
    onChange(day === null ? {} : { [field.source]: day });
    onClose();
  };
  return (
    <FilterForm onApply={apply} onCancel={onClose}>
      <DayInput
        label={label}
        value={typed}
        onChange={setTyped}
        problem={isWrong ? translate('filters.date_limits') : ''}
      />
    </FilterForm>
  );
}

/** Limits of a filter's days. The API doesn't accept years of five digits. */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2999-12-31';

interface DayInputProps extends Pick<TextFieldProps, 'error' | 'fullWidth' | 'onBlur' | 'onKeyDown' | 'sx'> {
  label: string;
  /** Text as typed; read it with `readCalendarText`. */
  value: string;
  problem?: string;
  min?: string;
  max?: string;
  onChange(text: string): void;
  /** Called with a day from the calendar. Default: `onChange` */
  onPick?(day: string): void;
}

/** Input for a day, typed or picked in the browser's calendar. */
export function DayInput(props: DayInputProps) {
  const { problem = '', min = FIRST_DAY, max = LAST_DAY, onChange, onPick = onChange, ...input } = props;
  const { translate } = useFormatContext();
  const { label, value } = input;
  return (
    <TextField
      fullWidth
      error={problem !== ''}
      {...input}
      placeholder={translate('fieldTypes.day_format')}
      onChange={(event) => onChange(event.target.value)}
      helperText={problem}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { autoComplete: 'off' },
        input: {
          endAdornment: <CalendarButton kind="date" label={label} text={value} min={min} max={max} onPick={onPick} />,
        },
      }}
    />
  );
}
