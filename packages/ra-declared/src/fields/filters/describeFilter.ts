import type { Filter } from '@merchant-console/protocol';
import { type Field, filterOf } from '@merchant-console/declaration';
import { fieldTypeOf } from '../fieldTypes.ts';
import type { FormatContext } from '../../ui/FormatContext.ts';
import { filterKeys, filterValues, takesSeveral } from './filterValues.ts';
import type { FieldRecord, FilterValue } from '../FieldTypeDefinition.ts';

/**
 * Describes what a filter selects by `field`; '' if it isn't set.
 *
 * @param filter the whole list's filter; amounts are in the currency that it selects
 */
export function describeFilter(filter: Filter, field: Field, context: FormatContext): string {
  const { format } = fieldTypeOf(field);
  const [key, upperKey] = filterKeys(field);
  if (filterOf(field) === 'range') return describeRange(filter, field, context, key, upperKey);
  const words = filterValues(filter, key)
    .map((value) => format(value, field, context, filter))
    .join(context.translate('list.comma'));
  const way = filterOf(field);
  return words !== '' && (way === 'all' || way === 'none') ? context.translate(`filters.${way}_of`, { words }) : words;
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

/** The part of a filter that belongs to `field`, without values that such a field can't hold. */
export function readFilter(raw: FieldRecord, field: Field): Filter {
  const filter: Filter = {};
  for (const key of filterKeys(field)) {
    if (!Object.hasOwn(raw, key)) continue;
    const values = readValues(raw[key], field);
    const [first] = values;
    if (first !== undefined) filter[key] = takesSeveral(field) ? values : first;
  }
  return filter;
}

function readValues(raw: unknown, field: Field): FilterValue[] {
  const { readFilterValue } = fieldTypeOf(field);
  const values = (Array.isArray(raw) ? raw : [raw]).map((value: unknown) => readFilterValue(value, field));
  return [...new Set(values.filter((value) => value !== null))];
}
