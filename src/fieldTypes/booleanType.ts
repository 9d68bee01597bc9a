import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { ChoiceFilter } from './filters/ChoiceFilter.tsx';

const ANSWERS = ['true', 'false'];

/** Yes or no; on the wire's filters `"true"` and `"false"`. */
export const booleanType: FieldTypeDefinition<FieldOf<'boolean'>> = {
  align: 'left',
  format(value, _field, { translate }) {
    const text = plainText(value);
    return ANSWERS.includes(text) ? translate(`ra.boolean.${text}`) : text;
  },
  readFilterValue: (raw) => (ANSWERS.includes(plainText(raw)) ? plainText(raw) : null),
  FilterControl: ChoiceFilter,
};
