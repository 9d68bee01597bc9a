import {
  choiceLabel,
  type Field,
  type FieldOf,
  holds,
  type Mark,
  plainText,
  resolveLabel,
} from '@merchant-console/declaration';
import type { FormatContext } from '../../ui/FormatContext.ts';
import type { FieldRecord, FieldTypeDefinition } from '../FieldTypeDefinition.ts';
import { moneyType } from '../money/moneyType.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { StatusChip } from './StatusChip.tsx';

export const enumType: FieldTypeDefinition<FieldOf<'enum'>> = {
  align: 'left',
  format(value, field, context) {
    const id = plainText(value);
    return id === '' ? '' : choiceLabel(id, field, context);
  },
  render(value, field, context, record) {
    const id = plainText(value);
    const label = choiceLabel(id, field, context);
    if (!isStatus(field)) return label;
    const tone = field.choices.find((choice) => choice.id === id)?.color ?? 'default';
    const marks = (field.marks ?? []).filter(({ when }) => holds(when, record));
    const chip = <StatusChip tone={tone}>{label}</StatusChip>;
    if (marks.length === 0) return chip;
    return (
      <span className="status-chips">
        {chip}
        {marks.map((mark, at) => (
          <StatusChip key={at} tone={mark.color}>
            {markText(mark, record, context)}
          </StatusChip>
        ))}
      </span>
    );
  },
  readFilterValue(raw, field) {
    return field.choices.find((choice) => choice.id === raw)?.id ?? null;
  },
  FilterControl: ChoiceFilter,
};

/** The label of a mark, with its amount. */
function markText({ label, amount, currency }: Mark, record: FieldRecord, context: FormatContext): string {
  const text = resolveLabel(label, context.language, context.translate);
  if (amount === undefined) return text;
  const field: FieldOf<'money'> = { source: amount, type: 'money', ...(currency !== undefined && { currency }) };
  return `${text} ${moneyType.format(record[amount], field, context, record)}`.trimEnd();
}

/** True for a field that is shown as a status chip: any choice has a colour. Without colours, choices are kinds. */
export function isStatus(field: Field): boolean {
  return field.type === 'enum' && field.choices.some(({ color }) => color !== undefined);
}
