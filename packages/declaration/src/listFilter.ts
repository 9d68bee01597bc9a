import type { Filter } from '@merchant-console/protocol';
import type { Field } from './fieldSchema.ts';
import { filterOf } from './fieldTraits.ts';
import type { Comparison, Operand, Predicate } from './predicate.ts';

type Value = Filter[string];

/**
 * The filter of a list, as its users could set it, that finds the records for which the predicate holds. Null if there is
 * none, because a field has no filter of that kind, or comparisons are joined by other than `all`.
 *
 * @param fields of the listed records, as the user may see them
 */
export function listFilter(predicate: Predicate, fields: readonly Field[]): Filter | null {
  if ('all' in predicate) {
    const filter: Filter = {};
    for (const one of predicate.all) {
      const part = listFilter(one, fields);
      // Two conditions on one key can't both be sent.
      if (!part || Object.keys(part).some((key) => Object.hasOwn(filter, key))) return null;
      Object.assign(filter, part);
    }
    return filter;
  }
  if (!('field' in predicate)) return null;
  const field = fields.find(({ source }) => source === predicate.field);
  if (!field) return null;
  switch (filterOf(field)) {
    case 'eq':
      return equalTo(field, predicate, 1);
    case 'in':
      return equalTo(field, predicate, Infinity);
    case 'range':
      return within(predicate);
    default:
      return null;
  }
}

/** @param most number of values that the filter takes */
function equalTo(field: Field, comparison: Comparison, most: number): Filter | null {
  const { source } = field;
  const wanted = 'eq' in comparison ? [comparison.eq] : 'in' in comparison ? comparison.in : others(field, comparison);
  if (!Array.isArray(wanted) || wanted.length === 0 || wanted.length > most) return null;
  const values = wanted.flatMap((one) => valueOf(one) ?? []);
  if (values.length < wanted.length) return null;
  return { [source]: most === 1 ? (values[0] ?? null) : values };
}

/** The choices besides one, of a field that always has a value. */
function others(field: Field, comparison: Comparison): Operand[] | null {
  if (!('ne' in comparison) || field.type !== 'enum' || field.required !== true) return null;
  return field.choices.map(({ id }) => id).filter((id) => id !== comparison.ne);
}

function within({ field, ...comparison }: Comparison): Filter | null {
  const exact = 'eq' in comparison ? valueOf(comparison.eq) : null;
  const from = 'gte' in comparison ? valueOf(comparison.gte) : exact;
  const to = 'lte' in comparison ? valueOf(comparison.lte) : exact;
  if (from === null && to === null) return null;
  return { ...(from !== null && { [`${field}_gte`]: from }), ...(to !== null && { [`${field}_lte`]: to }) };
}

/** Null for a field, and for no value. */
function valueOf(operand: Operand): Exclude<Value, unknown[]> | null {
  if (operand === null || typeof operand === 'object') return null;
  return typeof operand === 'boolean' ? String(operand) : operand;
}
