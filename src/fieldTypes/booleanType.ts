import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { ChoiceFilter } from './filters/ChoiceFilter.tsx';
import { plainText } from './plainText.ts';

/** Yes or no; on the wire's filters `"true"` and `"false"`. */
export const booleanType: FieldTypeDefinition<FieldOf<'boolean'>> = {
  align: 'left',
  format(value, _field, { translate }) {
    if (typeof value !== 'boolean') return plainText(value);
    return translate(value ? 'ra.boolean.true' : 'ra.boolean.false');
  },
  readFilterValue: (raw) => (['true', 'false'].includes(plainText(raw)) ? plainText(raw) : null),
  FilterControl: ChoiceFilter,
};
