import type { Filter } from '#shared/contract/listQuery.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { filterOf } from '#shared/declaration/fieldTraits.ts';
import type { FieldRecord, FilterValue } from '../FieldTypeDefinition.ts';
import { fieldTypeOf } from '../fieldTypes.ts';
import { filterKeys } from './filterValues.ts';

/** The part of a filter that belongs to `field`, without any value that such a field can't hold. */
export function readFilter(raw: FieldRecord, field: Field): Filter {
  const filter: Filter = {};
  for (const key of filterKeys(field)) {
    if (!Object.hasOwn(raw, key)) continue;
    const values = readValues(raw[key], field);
    const [first] = values;
    if (first !== undefined) filter[key] = filterOf(field) === 'in' ? values : first;
  }
  return filter;
}

function readValues(raw: unknown, field: Field): FilterValue[] {
  const { readFilterValue } = fieldTypeOf(field);
  const values = (Array.isArray(raw) ? raw : [raw]).map((value: unknown) => readFilterValue(value, field));
  return [...new Set(values.filter((value) => value !== null))];
}
