import { type FieldOf, plainText, type ShownFormat, textsIn } from '@merchant-console/declaration';
import { lazy } from '../../ui/loading/lazy.tsx';
import type { FieldTypeDefinition } from '../FieldTypeDefinition.ts';
import { readTextFilter } from '../filters/filterValues.ts';
import { TextFilter } from '../filters/PopoverFilter.tsx';
import { linkedRecord } from '../linkedRecord.ts';

// Most lists have no such texts.
const FormattedText = lazy<{ format: ShownFormat; text: string | readonly string[] }>(
  async () => (await import('./FormattedText.tsx')).FormattedText,
  ({ text }) => String(text),
  { hasTexts: true },
);

/** A text that is a record's ID is shown as that record's name, like a reference. */
export const textType: FieldTypeDefinition<FieldOf<'text'>> = {
  align: 'left',
  format(value, field, { referenceName }, record = {}) {
    const linked = linkedRecord(record, field);
    return (linked?.isId && referenceName(linked.resource, linked.id)) || plainText(value);
  },
  render(value, { format, link, mask }) {
    if (format === undefined || format === 'card' || link || mask !== undefined) return undefined;
    return <FormattedText format={format} text={plainText(value)} />;
  },
  readFilterValue: readTextFilter,
  FilterControl: TextFilter,
};

/** Several texts, one after the other. */
export const textsType: FieldTypeDefinition<FieldOf<'texts'>> = {
  align: 'left',
  format: (value, _field, { translate }) => textsIn(value).join(translate('list.comma')),
  render: (value, { format }) => format && <FormattedText format={format} text={textsIn(value)} />,
  readFilterValue: () => null,
  FilterControl: TextFilter,
};
