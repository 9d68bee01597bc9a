import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { ChoiceFilter } from './filters/ChoiceFilter.tsx';
import { readTextFilter } from './textType.ts';

/** The name of another resource's record, or its id until the name is known. */
export const referenceType: FieldTypeDefinition<FieldOf<'reference'>> = {
  align: 'left',
  format(value, field, { referenceName }) {
    const id = plainText(value);
    return id === '' ? '' : (referenceName(field.reference, id) ?? id);
  },
  readFilterValue: readTextFilter,
  FilterControl: ChoiceFilter,
};
