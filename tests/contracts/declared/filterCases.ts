import { isDeepStrictEqual } from 'node:util';
import { type Field, filterOf, plainText } from '@merchant-console/declaration';
import { compareValues, hasValue } from './compareValues.ts';
import type { DeclaredRecord } from './DeclaredServer.ts';

/** A filter of a list and the records that match it. */
export interface FilterCase {
  filter: Readonly<Record<string, unknown>>;
  holds(record: DeclaredRecord): boolean;
}

/** Every form of filter that a field's declaration allows, with values that some of the records have. */
export function filterCases(field: Field, records: readonly DeclaredRecord[]): FilterCase[] {
  const { source } = field;
  const values = distinctValues(field, records);
  const [middle] = values.slice(Math.floor(values.length / 2));
  const some = [...new Set([values[0], middle, values.at(-1)])].filter(hasValue);
  const valueCase = (suffix: string, value: unknown, holds: (order: number) => boolean): FilterCase => ({
    filter: { [`${source}${suffix}`]: value },
    holds: (record) => hasValue(record[source]) && holds(compareValues(field, record[source], value)),
  });
  const equal = some.flatMap((value) => [
    valueCase('', value, (order) => order === 0),
    valueCase('_neq', value, (order) => order !== 0),
  ]);
  const among: FilterCase = {
    filter: { [source]: some },
    holds: (record) => some.some((value) => isDeepStrictEqual(value, record[source])),
  };
  switch (filterOf(field)) {
    case undefined:
      return [];
    // The contract's resources refer to no others.
    case 'any':
    case 'all':
    case 'none':
      return [];
    case 'eq':
      return equal;
    case 'in':
      return [...equal, among];
    case 'contains':
      return [...equal, ...some.map((value) => containsCase(source, plainText(value)))];
    case 'range':
      return [
        ...equal,
        valueCase('_gte', middle, (order) => order >= 0),
        valueCase('_lte', middle, (order) => order <= 0),
        valueCase('_gt', middle, (order) => order > 0),
        valueCase('_lt', middle, (order) => order < 0),
        betweenCase(field, values[0], middle),
      ];
  }
}

function betweenCase(field: Field, least: unknown, most: unknown): FilterCase {
  const { source } = field;
  return {
    filter: { [`${source}_gte`]: least, [`${source}_lte`]: most },
    holds: ({ [source]: value }) =>
      hasValue(value) && compareValues(field, value, least) >= 0 && compareValues(field, value, most) <= 0,
  };
}

/** Omits the first and last characters, and changes the case. */
function containsCase(source: string, text: string): FilterCase {
  const inner = Array.from(text).slice(1, -1).join('') || text;
  const part = inner === inner.toUpperCase() ? inner.toLowerCase() : inner.toUpperCase();
  return {
    filter: { [`${source}_like`]: part },
    holds: (record) =>
      plainText(record[source] ?? '')
        .toLowerCase()
        .includes(part.toLowerCase()),
  };
}

/** In ascending order, without duplicates and nulls. */
export function distinctValues(field: Field, records: readonly DeclaredRecord[]): unknown[] {
  const values = new Set(records.map((record) => record[field.source]).filter(hasValue));
  return [...values].toSorted((a, b) => compareValues(field, a, b));
}
