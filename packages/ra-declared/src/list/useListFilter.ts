import { useListFilterContext, type ListControllerResult } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import type { Field } from '@merchant-console/declaration';
import { filterKeys } from '../fields/filters/filterValues.ts';

/** react-admin types filters as `any`. */
interface FilterContext extends Pick<ListControllerResult, 'setFilters'> {
  filterValues: Filter;
}

/** The filter of the surrounding list, and react-admin's function that replaces it. */
export function useListFilter(): [Filter, FilterContext['setFilters']] {
  const context: FilterContext = useListFilterContext();
  return [context.filterValues, context.setFilters];
}

/**
 * Replaces the part of `filter` that belongs to `field`. If this changes the currency, the amounts typed in the
 * previous one are dropped.
 *
 * @param fields all filterable fields of the list
 */
export function replaceFilter(filter: Filter, field: Field, part: Filter, fields: readonly Field[] = []): Filter {
  const amounts = filter[field.source] === part[field.source] ? [] : fields.filter((one) => isIn(one, field));
  const keys = [field, ...amounts].flatMap(filterKeys);
  return { ...Object.fromEntries(Object.entries(filter).filter(([key]) => !keys.includes(key))), ...part };
}

function isIn(amount: Field, { source }: Field): boolean {
  return amount.type === 'money' && amount.currency === source;
}
