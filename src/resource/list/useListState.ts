import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useDataProvider, useEvent } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { savesData } from '#console/ui/loading/useApproach.ts';
import { hasRowActions } from '../actions/offeredActions.ts';
import { usePreference, type Preference } from '../preferences/usePreference.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { useColumns } from './columns/useColumns.ts';
import { densitySchema, type ListPreferences } from './listPreferences.ts';
import { writeListParams, type ListParams } from './listParams.ts';
import { useRememberedSearch } from './rememberedSearch.ts';
import { paramsOf, useSavedViews, viewOf } from './savedViews/useSavedViews.ts';
import type { TableParts } from './columns.ts';
import { useDeclaredListController } from './useDeclaredListController.ts';
import { useListParams } from './useListParams.ts';
import { listQuery } from './listQuery.ts';

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
  const select = canDelete || canExport || hasBulk;
  const expand = resource.list.expand.length > 0;
  const menu = canEdit || canDelete || hasRowActions({ resource, can });
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
  const dataProvider = useDataProvider<ConsoleDataProvider>();
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
