import { useState } from 'react';
import { isDay } from '#shared/declaration/dayAndInstant.ts';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { useFormatContext } from '../FormatContext.ts';
import { DayInput } from './DayInput.tsx';
import { FilterForm } from './FilterForm.tsx';
import { filterValues } from './filterValues.ts';

/** The day that a list is narrowed to. */
export function DayForm({ field, label, filter, onChange, onClose }: FilterControlProps & { onClose(): void }) {
  const { translate } = useFormatContext();
  const [day, setDay] = useState(String(filterValues(filter, field.source)[0] ?? ''));
  const [isWrong, setIsWrong] = useState(false);
  const apply = () => {
    const isRight = day === '' || isDay(day);
    setIsWrong(!isRight);
    if (!isRight) return;
    onChange(day === '' ? {} : { [field.source]: day });
    onClose();
  };
  return (
    <FilterForm onApply={apply} onCancel={onClose}>
      <DayInput label={label} value={day} onChange={setDay} problem={isWrong ? translate('filters.date_limits') : ''} />
    </FilterForm>
  );
}
