import { useListFilterContext, type ListControllerResult } from 'react-admin';
import type { Filter } from '#shared/contract/listQuery.ts';

/** react-admin has `any` for a filter. */
interface FilterContext extends Pick<ListControllerResult, 'setFilters'> {
  filterValues: Filter;
}

/** The filter of the list around, and react-admin's function that replaces it. */
export function useListFilter(): [Filter, FilterContext['setFilters']] {
  const context: FilterContext = useListFilterContext();
  return [context.filterValues, context.setFilters];
}
