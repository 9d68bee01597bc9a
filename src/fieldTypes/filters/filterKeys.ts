import type { Field } from '#shared/declaration/fieldSchema.ts';
import { filterOf } from '#shared/declaration/fieldTraits.ts';

/** The wire's keys by which a list can be narrowed by a field: for a range first its lower, then its upper end. */
export function filterKeys(field: Field): readonly string[] {
  switch (filterOf(field)) {
    case undefined:
      return [];
    case 'eq':
    case 'in':
      return [field.source];
    case 'contains':
      return [`${field.source}_like`];
    case 'range':
      return [`${field.source}_gte`, `${field.source}_lte`];
  }
}
