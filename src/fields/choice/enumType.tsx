import type { Field, FieldOf } from '#shared/declaration/fieldSchema.ts';
import { choiceLabel } from '#shared/format/choiceLabel.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { FieldTypeDefinition } from '../FieldTypeDefinition.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { StatusChip } from './StatusChip.tsx';

export const enumType: FieldTypeDefinition<FieldOf<'enum'>> = {
  align: 'left',
  format(value, field, context) {
    const id = plainText(value);
    return id === '' ? '' : choiceLabel(id, field, context);
  },
  render(value, field, context) {
    const id = plainText(value);
    const label = choiceLabel(id, field, context);
    if (!isStatus(field)) return label;
    return <StatusChip tone={field.choices.find((choice) => choice.id === id)?.color ?? 'default'}>{label}</StatusChip>;
  },
  readFilterValue(raw, field) {
    return field.choices.find((choice) => choice.id === raw)?.id ?? null;
  },
  FilterControl: ChoiceFilter,
};

/** True for a field that is shown as a status chip: any choice has a colour. Without colours, choices are kinds. */
export function isStatus(field: Field): boolean {
  return field.type === 'enum' && field.choices.some(({ color }) => color !== undefined);
}
