import { type FieldOf, plainText, textsIn } from '@merchant-console/declaration';
import { lazy } from '../../ui/loading/lazy.tsx';
import type { FieldTypeDefinition } from '../FieldTypeDefinition.ts';
import type { LateValueProps } from '../late/LateValueProps.ts';
import { readTextFilter } from '../filters/filterValues.ts';
import { TextFilter } from '../filters/PopoverFilter.tsx';
import { linkedRecord } from '../linkedRecord.ts';

// Most lists have no such values.
const LateValue = lazy<LateValueProps>(
  async () => (await import('../late/LateValue.tsx')).LateValue,
  ({ field, value }) => (field.type === 'group' ? '' : String(value)),
  { hasTexts: true },
);

/** A value with links. */
export const renderLate = (value: unknown, field: LateValueProps['field']) => <LateValue field={field} value={value} />;

/** A text that is a record's ID is shown as that record's name, like a reference. */
export const textType: FieldTypeDefinition<FieldOf<'text'>> = {
  align: 'left',
  format(value, field, { referenceName }, record = {}) {
    const linked = linkedRecord(record, field);
    return (linked?.isId && referenceName(linked.resource, linked.id)) || plainText(value);
  },
  render(value, field) {
    const { format, link, mask } = field;
    return format === undefined || format === 'card' || link || mask !== undefined
      ? undefined
      : renderLate(value, field);
  },
  readFilterValue: readTextFilter,
  FilterControl: TextFilter,
};

/** Several texts, one after the other. */
export const textsType: FieldTypeDefinition<FieldOf<'texts'>> = {
  align: 'left',
  format: (value, _field, { translate }) => textsIn(value).join(translate('list.comma')),
  render: (value, field) => field.format && renderLate(value, field),
  readFilterValue: () => null,
  FilterControl: TextFilter,
};
