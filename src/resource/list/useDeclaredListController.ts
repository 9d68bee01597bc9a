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
import { sortAsked, sortOrNone } from '#console/api/sortOrNone.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { ResourceView } from '../ResourceView.ts';
import { lastPage, pageSizeOf, type ListParams } from './listParams.ts';
import { MOST_SELECTED, useSelection } from './selection/useSelection.ts';
import type { ListParamActions } from './useListParams.ts';

type DeclaredListController = ListControllerResult<IdentifiedRecord>;

/**
 * What react-admin's `useListController` gives, for a `ListContextProvider`. It differs in where the parameters are:
 * in an address that is checked, stays short, and also names the columns and the saved view. Rows of the page before
 * stay until others have come; a page past the end, which only an address or a shrinking list leads to, is left for the
 * last one. Nothing is asked about access, because the menu tree has said it.
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
    /** Stays on the page of that number, or goes to the last one where that is past the end. */
    setPerPage: useEvent((size: number) => {
      const chosen = pageSizeOf(size) ?? perPage;
      actions.changePage({ page: total === undefined ? 1 : Math.min(page, lastPage(total, chosen)), perPage: chosen });
    }),
    setSort: useEvent((to: SortPayload) => actions.changeSort(sortAsked(to))),
    /** With the third, `debounce`, it is being typed and takes the place of the entry in the browser's history. */
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

/** react-admin's own, fetched when a stock `<ExportButton>` is pressed. The console's dialog has the server export. */
const exporter: Exporter<IdentifiedRecord> = async (...args) =>
  (await import('./exporting/exportOnPage.ts')).defaultExporter(...args);

/** What `next` changes of the filter that was shown, done to the latest one, which the page may not show yet. */
function rebased(shown: Filter, next: Filter, latest: Filter): Filter {
  const kept = Object.entries(latest).filter(([key]) => Object.hasOwn(next, key) || !Object.hasOwn(shown, key));
  const changed = Object.entries(next).filter(([key, value]) => value !== shown[key]);
  return Object.fromEntries([...kept, ...changed]);
}
