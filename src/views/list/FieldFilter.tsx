import { useState } from 'react';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Field, FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { FilterControlProps } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { fieldTypeOf } from '#console/fieldTypes/fieldTypes.ts';
import { describeFilter } from '#console/fieldTypes/filters/describeFilter.ts';
import { readFilter } from '#console/fieldTypes/filters/readFilter.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { useReferenceChoices } from '../references/useReferenceChoices.ts';

interface FieldFilterProps {
  field: Field;
  /** The whole list's filter. */
  filter: Filter;
  onChange(part: Filter): void;
}

/** The filter control of one field, by its type. */
export function FieldFilter({ field, filter, onChange }: FieldFilterProps) {
  const context = useFormatContext();
  const props = {
    label: fieldLabel(field, context),
    filter: readFilter(filter, field),
    summary: describeFilter(filter, field, context),
    onChange,
  };
  if (field.type === 'reference') return <ReferenceFilter field={field} {...props} />;
  const { FilterControl } = fieldTypeOf(field);
  return <FilterControl field={field} {...props} />;
}

/** Fetches what may be chosen when it is first opened. */
function ReferenceFilter(props: FilterControlProps<FieldOf<'reference'>>) {
  const [opened, setOpened] = useState(false);
  const choices = useReferenceChoices(props.field.reference, opened) ?? [];
  const { FilterControl } = fieldTypeOf(props.field);
  return <FilterControl {...props} choices={choices} onOpen={() => setOpened(true)} />;
}
