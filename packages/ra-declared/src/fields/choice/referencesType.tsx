import { type FieldOf, plainText } from '@merchant-console/declaration';
import type { FormatContext } from '../../ui/FormatContext.ts';
import type { FieldTypeDefinition } from '../FieldTypeDefinition.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { StatusChip } from './StatusChip.tsx';

/** Names of other resources' records, as chips. */
export const referencesType: FieldTypeDefinition<FieldOf<'references'>> = {
  align: 'left',
  format: (value, field, context) => namesIn(value, field, context).join(context.translate('list.comma')),
  render: (value, field, context) => (
    <span className="status-chips">
      {namesIn(value, field, context).map((name, at) => (
        <StatusChip key={at}>{name}</StatusChip>
      ))}
    </span>
  ),
  readFilterValue: (raw) => (typeof raw === 'string' && raw !== '' ? raw : null),
  FilterControl: ChoiceFilter,
};

function namesIn(value: unknown, { reference }: FieldOf<'references'>, { referenceName }: FormatContext): string[] {
  return [value].flat().flatMap((one) => {
    const id = plainText(one);
    return id === '' ? [] : [referenceName(reference, id) ?? id];
  });
}
