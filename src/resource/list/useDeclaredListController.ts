import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
  useDataProvider,
  useEvent,
  useGetList,
  type Exporter,
  type GetDataOptions,
  type ListControllerResult,
  type SortPayload,
} from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { requestedSort, sortOrNone } from '#console/api/sortOrNone.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { ResourceView } from '../ResourceView.ts';
import { lastPage, pageSizeOf, type ListParams } from './listParams.ts';
import { MOST_SELECTED, useSelection } from './selection/useSelection.ts';
import type { ListParamActions } from './useListParams.ts';

type DeclaredListController = ListControllerResult<IdentifiedRecord>;

/**
 * The value of react-admin's `useListController`, for a `ListContextProvider`, with these differences. Parameters are
 * in an address that is validated, stays short, and also names the columns and the saved view. The previous rows stay
 * until new ones have loaded. A page past the end, from an address or after the list has shrunk, is replaced by the
 * last one. Access isn't checked, because the menu tree already determines it.
 */
export function useDeclaredListController(
  { resource, basePath, title }: ResourceView,
  params: ListParams,
  actions: ListParamActions,
): DeclaredListController {
  const { page, perPage, filter } = params;
  const { name } = resource;
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const sort = useMemo(() => sortOrNone(params.sort), [params.sort]);
  const list = useGetList<IdentifiedRecord>(
    name,
    { pagination: { page, perPage }, sort, filter },
    { placeholderData: keepPreviousData },
  );
  const { total, isPlaceholderData } = list;
  const last = total === undefined ? page : lastPage(total, perPage);
  const isPastEnd = !isPlaceholderData && page > last;
  const leave = useEffectEvent(() => actions.changePage({ page: last }, { replace: true }));
  useEffect(() => {
    if (isPastEnd) leave();
  }, [isPastEnd]);

  const selection = useSelection(basePath, filter);
  const { onSelect } = selection;
  const [displayedFilters, setDisplayedFilters] = useState<Record<string, boolean>>({});
  const display = (source: string, on: boolean) => setDisplayedFilters((now) => ({ ...now, [source]: on }));
  const changeFilter = (next: Filter, isTyped = false) =>
    actions.changeFilter((latest) => rebased(filter, next, latest), { replace: isTyped });
  const getData = useEvent(async ({ maxResults = MOST_SELECTED, meta }: GetDataOptions = {}) => {
    const first = { page: 1, perPage: maxResults };
    return (await dataProvider.getList<IdentifiedRecord>(name, { pagination: first, sort, filter, meta })).data;
  });

  const controller = {
    ...list,
    ...selection,
    data: isPastEnd ? undefined : list.data,
    resource: name,
    defaultTitle: title,
    exporter,
    page,
    perPage,
    sort,
    filterValues: filter,
    displayedFilters,
    getData,
    hasNextPage: total === undefined ? undefined : page < last,
    hasPreviousPage: page > 1,
    setPage: useEvent((to: number) => actions.changePage({ page: to })),
    /** Keeps the page number, or goes to the last page if it is now past the end. */
    setPerPage: useEvent((size: number) => {
      const chosen = pageSizeOf(size) ?? perPage;
      actions.changePage({ page: total === undefined ? 1 : Math.min(page, lastPage(total, chosen)), perPage: chosen });
    }),
    setSort: useEvent((to: SortPayload) => actions.changeSort(requestedSort(to))),
    /** If `isTyped` (react-admin's `debounce`), the filter is being typed and replaces the current history entry. */
    setFilters: useEvent((next: Filter, displayed?: Record<string, boolean>, isTyped?: boolean) => {
      if (displayed) setDisplayedFilters(displayed);
      changeFilter(next, isTyped);
    }),
    showFilter: useEvent((source: string, value?: string) => {
      display(source, true);
      if (value !== undefined && value !== '') changeFilter({ ...filter, [source]: value });
    }),
    hideFilter: useEvent((source: string) => {
      display(source, false);
      const { [source]: _, ...others } = filter;
      changeFilter(others);
    }),
    onSelectAll: useEvent(async () => onSelect((await getData()).map(({ id }) => id))),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a union by `data` and `error`, as its own hook has them
  return controller as DeclaredListController;
}

/**
 * react-admin's own exporter, loaded when a stock `<ExportButton>` is pressed. In the console's dialog, the server
 * exports.
 */
const exporter: Exporter<IdentifiedRecord> = async (...args) =>
  (await import('./exporting/exportOnPage.ts')).defaultExporter(...args);

/** Applies the changes from `shown` to `next` to the latest filter, which may not be rendered yet. */
function rebased(shown: Filter, next: Filter, latest: Filter): Filter {
  const kept = Object.entries(latest).filter(([key]) => Object.hasOwn(next, key) || !Object.hasOwn(shown, key));
  const changed = Object.entries(next).filter(([key, value]) => value !== shown[key]);
  return Object.fromEntries([...kept, ...changed]);
}
