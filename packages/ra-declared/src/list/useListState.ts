import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
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
import type { Filter } from '@merchant-console/protocol';
import type { DeclaredDataProvider } from '../DeclaredDataProvider.ts';
import { requestedSort, sortOrNone } from '@merchant-console/ra-provider';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { savesData } from '../ui/loading/savesData.ts';
import { hasRowActions } from '../actions/offeredActions.ts';
import { usePreference, type Preference } from '../preferences/usePreference.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { useColumns } from './columns/useColumns.ts';
import { densitySchema, type ListPreferences } from './listPreferences.ts';
import { lastPage, pageSizeOf, writeListParams, type ListParams } from './listParams.ts';
import { useRememberedSearch } from './rememberedSearch.ts';
import { paramsOf, useSavedViews, viewOf } from './savedViews/useSavedViews.ts';
import type { TableParts } from './columns.ts';
import { useListParams, type ListParamActions } from './useListParams.ts';
import { listQuery } from './listQuery.ts';
import { MOST_SELECTED, useSelection } from './selection/useSelection.ts';

/** State of a list, combined from the address, the user's preferences and the server. */
export function useListState(view: ResourceView, preferences: Preference<ListPreferences>) {
  const { resource, basePath } = view;
  const [params, actions] = useListParams(resource, useHome(view, preferences.value));
  const current = viewOf(preferences.value, params);
  const columns = useColumns(resource, params.columns, current, preferences, actions);
  const savedViews = useSavedViews({ resource, params, actions, columns: columns.columns, preferences });
  const controller = useDeclaredListController(view, params, actions);
  const { hasNextPage, isPlaceholderData } = controller;
  const askForPage = useNextPages(resource.name, params, hasNextPage === true && isPlaceholderData !== true);
  const density = usePreference('density', densitySchema);
  const [isSelecting, setSelecting] = useState(false);
  const selecting = useMemo(() => ({ isOn: isSelecting, turn: setSelecting }), [isSelecting]);
  useRememberedSearch(basePath);
  return {
    controller,
    filter: params.filter,
    columns,
    savedViews,
    density,
    askForPage,
    parts: useParts(view),
    selecting,
  };
}

export type ListState = ReturnType<typeof useListState>;

/** The query that the plain address stands for. */
function useHome({ resource }: ResourceView, { views, defaultView }: ListPreferences): string {
  return useMemo(() => {
    const view = views.find(({ id }) => id === defaultView);
    return view ? writeListParams(paramsOf(view, resource), resource) : '';
  }, [resource, views, defaultView]);
}

function useParts({ resource, canEdit, canDelete, canExport, can }: ResourceView): TableParts {
  const hasBulk = resource.actions.some((action) => action.scope === 'bulk' && can(action));
  const select = canDelete || canExport || hasBulk || (canEdit && resource.list.bulkEdit.length > 0);
  const expand = resource.list.expand.length > 0;
  const menu = canEdit || canDelete || resource.list.duplicate || hasRowActions({ resource, can });
  return useMemo(() => ({ select, expand, menu }), [select, expand, menu]);
}

/**
 * Time in milliseconds after which a prefetched page that wasn't opened is dropped, because its rows would be stale.
 */
const KEPT_MS = 60_000;

/** Delay in milliseconds for browsers without `requestIdleCallback`. */
const IDLE_AFTER = 300;

/**
 * Prefetches the rows of the next page when the browser is idle, unless it is set to save data.
 *
 * @param params state of the list
 * @param hasNext true if the current rows are loaded and more pages follow
 * @returns function that prefetches the rows of any page
 */
function useNextPages(resource: string, params: ListParams, hasNext: boolean): (page: number) => void {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const ask = useEvent((page: number) => {
    queryClient.query({ ...listQuery(dataProvider, resource, { ...params, page }), gcTime: KEPT_MS }).catch(() => {
      // Opening the page fetches again.
    });
  });
  useEffect(() => (hasNext && !savesData() ? whenIdle(() => ask(params.page + 1)) : undefined), [hasNext, params, ask]);
  return ask;
}

/** Calls `act` when the browser is idle. Returns a function that cancels it. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, IDLE_AFTER);
  return () => clearTimeout(timer);
}

type DeclaredListController = ListControllerResult<IdentifiedRecord>;

/**
 * The value of react-admin's `useListController`, for a `ListContextProvider`, with these differences. Parameters are
 * in an address that is validated, stays short, and also names the columns and the saved view. The previous rows stay
 * until new ones have loaded. A page past the end, from an address or after the list has shrunk, is replaced by the
 * last one. Access isn't checked, because the menu tree already determines it.
 */
function useDeclaredListController(
  { resource, basePath, title }: ResourceView,
  params: ListParams,
  actions: ListParamActions,
): DeclaredListController {
  const { page, perPage, filter } = params;
  const { name } = resource;
  const dataProvider = useDataProvider<DeclaredDataProvider>();
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
