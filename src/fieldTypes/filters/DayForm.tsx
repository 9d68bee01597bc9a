import { useState } from 'react';
import { readCalendarText } from '../datetime/calendarText.ts';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { useFormatContext } from '../FormatContext.ts';
import { DayInput } from './DayInput.tsx';
import { FilterForm } from './FilterForm.tsx';
import { filterValues } from './filterValues.ts';

/** The day that a list is narrowed to. */
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
