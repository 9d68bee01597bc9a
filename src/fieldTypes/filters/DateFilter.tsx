import { useState } from 'react';
import { filterOf } from '#shared/declaration/fieldSchema.ts';
import { isDay } from '#shared/declaration/checkValue.ts';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { useFormatContext } from '../FormatContext.ts';
import { DateRangeFilter } from './DateRangeFilter.tsx';
import { DayInput } from './DayInput.tsx';
import { FilterForm } from './FilterForm.tsx';
import { filterValues } from './filterValues.ts';
import { PopoverFilter } from './PopoverFilter.tsx';

/** Narrows a list to one day or to a range of them, as the field declares. */
export function DateFilter(props: FilterControlProps) {
  if (filterOf(props.field) === 'range') return <DateRangeFilter {...props} />;
  return (
    <PopoverFilter label={props.label} summary={props.summary} onRemove={() => props.onChange({})}>
      {(close) => <DayForm {...props} onClose={close} />}
    </PopoverFilter>
  );
}

function DayForm({ field, label, filter, onChange, onClose }: FilterControlProps & { onClose(): void }) {
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
