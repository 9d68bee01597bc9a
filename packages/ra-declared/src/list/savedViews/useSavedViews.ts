import { useMemo } from 'react';
import { useEvent } from 'react-admin';
import { v4 } from 'uuid';
import type { Field, Resource } from '@merchant-console/declaration';
import type { Preference } from '../../preferences/usePreference.tsx';
import { NO_VIEW, readListParams, type ListParams, writeListParams } from '../listParams.ts';
import { MOST_VIEWS, type ListPreferences, type SavedView } from '../listPreferences.ts';
import { sourcesOf, choiceOf, chosenColumns, sameOrder } from '../columns/columnChoice.ts';
import type { ListParamActions } from '../useListParams.ts';

export type SavedViews = ReturnType<typeof useSavedViews>;

interface ListState {
  resource: Resource;
  params: ListParams;
  actions: ListParamActions;
  columns: readonly Field[];
  preferences: Preference<ListPreferences>;
}

/** The user's saved views of a list, and actions on them. */
export function useSavedViews({ resource, params, actions, columns, preferences }: ListState) {
  const { value, change } = preferences;
  const { views, defaultView: defaultId } = value;
  /** The view that the list started as, or null. */
  const current = viewOf(value, params);
  /** True if the list no longer shows what its view shows. */
  const isChanged = current !== null && differsFrom(current, params, columns, resource);
  /** True if no view is open and the list doesn't show all records. */
  const isFiltered = current === null && Object.keys(params.filter).length > 0;

  const replace = (view: SavedView) =>
    change((all) => ({ ...all, views: all.views.map((one) => (one.id === view.id ? view : one)) }));
  /** Opens a view, or with null the list as declared. */
  const open = useEvent((view: SavedView | null) => {
    // With null, the plain address would lead back to the default view.
    const plain = { ...readListParams('', resource), view: defaultId && NO_VIEW };
    actions.show(view ? paramsOf(view, resource) : plain);
  });
  /** Saves the list's current state under a name, and opens that view. */
  const saveAs = useEvent((name: string, asDefault: boolean) => {
    // Random, so that a shared address never names another user's view.
    const id = v4().slice(0, 8);
    const view = { id, name, ...contentOf(params, columns, resource) };
    change((all) => ({ ...all, views: [...all.views, view], defaultView: asDefault ? id : all.defaultView }));
    actions.show({ ...params, columns: sourcesOf(columns), view: id }, { replace: true });
  });
  /** Replaces the view's content with the list's current state. */
  const update = useEvent((view: SavedView) => replace({ ...view, ...contentOf(params, columns, resource) }));
  const rename = useEvent((view: SavedView, name: string) => replace({ ...view, name }));
  const remove = useEvent((view: SavedView) => {
    change((all) => ({
      ...all,
      views: all.views.filter(({ id }) => id !== view.id),
      defaultView: all.defaultView === view.id ? null : all.defaultView,
    }));
    if (view.id === current?.id) actions.show({ ...params, view: null }, { replace: true });
  });
  /** Sets the view that the plain address opens, or with null none. */
  const makeDefault = useEvent((view: SavedView | null) =>
    change((all) => ({ ...all, defaultView: view?.id ?? null })),
  );
  // Stable across pages of the list, so that the menu doesn't re-render.
  return useMemo(
    () => ({
      views,
      current,
      isChanged,
      isFiltered,
      defaultId,
      isFull: views.length >= MOST_VIEWS,
      open,
      saveAs,
      update,
      rename,
      remove,
      makeDefault,
    }),
    [views, current, isChanged, isFiltered, defaultId, open, saveAs, update, rename, remove, makeDefault],
  );
}

/** The user's view that the address names, or null, for example for another user's view. */
export function viewOf({ views }: ListPreferences, { view: id }: Pick<ListParams, 'view'>): SavedView | null {
  return views.find((view) => view.id === id) ?? null;
}

type ViewContent = Pick<SavedView, 'query' | 'columns'>;

/** Content of a view of the list's current state. */
function contentOf(params: ListParams, columns: readonly Field[], resource: Resource): ViewContent {
  return { query: queryOf(params, resource), columns: choiceOf(resource, sourcesOf(columns)) };
}

/** State of the list when a view is opened. Names the columns, so that the address means the same to other users. */
export function paramsOf(view: SavedView, resource: Resource): ListParams {
  const columns = sourcesOf(chosenColumns(resource, view.columns));
  return { ...readListParams(view.query, resource), page: 1, columns, view: view.id };
}

/** True if the list no longer shows what `view` shows. Its page number doesn't matter. */
function differsFrom(view: SavedView, params: ListParams, columns: readonly Field[], resource: Resource): boolean {
  const saved = paramsOf(view, resource);
  const sameRows = queryOf(saved, resource) === queryOf(params, resource);
  return !sameRows || !sameOrder(saved.columns ?? [], sourcesOf(columns));
}

/** The query of filters, order and page size only. */
function queryOf(params: ListParams, resource: Resource): string {
  return writeListParams({ ...params, page: 1, columns: null, view: null }, resource);
}
