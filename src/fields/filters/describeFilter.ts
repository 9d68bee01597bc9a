import type { Filter } from '#shared/contract/listQuery.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { filterOf } from '#shared/declaration/fieldTraits.ts';
import { fieldTypeOf } from '../fieldTypes.ts';
import type { FormatContext } from '#console/ui/FormatContext.ts';
import { filterKeys, filterValues } from './filterValues.ts';

/**
 * What a filter asks of `field`, in words; '' when it asks nothing.
 *
 * @param filter the whole list's: amounts are in the currency that it asks for
 */
export function describeFilter(filter: Filter, field: Field, context: FormatContext): string {
  const { format } = fieldTypeOf(field);
  const [key, upperKey] = filterKeys(field);
  if (filterOf(field) === 'range') return describeRange(filter, field, context, key, upperKey);
  return filterValues(filter, key)
    .map((value) => format(value, field, context, filter))
    .join(', ');
}

function describeRange(filter: Filter, field: Field, context: FormatContext, fromKey?: string, toKey?: string): string {
  const { format, formatRange } = fieldTypeOf(field);
  const [lower = null] = filterValues(filter, fromKey);
  const [upper = null] = filterValues(filter, toKey);
  const [from, to] = formatRange
    ? formatRange(lower, upper, context)
    : [format(lower, field, context, filter), format(upper, field, context, filter)];
  if (from === '' && to === '') return '';
  if (to === '') return context.translate('filters.from', { from });
  if (from === '') return context.translate('filters.to', { to });
  return from === to ? from : context.translate('filters.between', { from, to });
}
