import { useMemo } from 'react';
import { useEvent } from 'react-admin';
import { v4 } from 'uuid';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Preference } from '../../preferences/usePreference.tsx';
import { NO_VIEW, readListParams, type ListParams, writeListParams } from '../listParams.ts';
import { MOST_VIEWS, type ListPreferences, type SavedView } from '../listPreferences.ts';
import { sourcesOf, choiceOf, chosenColumns, sameOrder } from '../columns/columnChoice.ts';
import type { ListParamActions } from '../useListParams.ts';

export interface SavedViews {
  views: readonly SavedView[];
  /** The view that the list began as. */
  current: SavedView | null;
  /** The list shows something else than its view by now. */
  isChanged: boolean;
  /** True if no view is open and the list doesn't show all records. */
  isFiltered: boolean;
  defaultId: string | null;
  isFull: boolean;
  /** Opens a view; null: the list as it is declared. */
  open(view: SavedView | null): void;
  /** Keeps what the list shows now under a name, and goes on as that view. */
  saveAs(name: string, asDefault: boolean): void;
  /** The view is from now on what the list shows. */
  update(view: SavedView): void;
  rename(view: SavedView, name: string): void;
  remove(view: SavedView): void;
  /** The view that the plain address opens; null: none. */
  makeDefault(view: SavedView | null): void;
}

interface ListState {
  resource: Resource;
  params: ListParams;
  actions: ListParamActions;
  columns: readonly Field[];
  preferences: Preference<ListPreferences>;
}

/** The views that the user has saved of a list, and what can be done with them. */
export function useSavedViews({ resource, params, actions, columns, preferences }: ListState): SavedViews {
  const { value, change } = preferences;
  const { views, defaultView: defaultId } = value;
  const current = viewOf(value, params);
  const isChanged = current !== null && differsFrom(current, params, columns, resource);
  const isFiltered = current === null && Object.keys(params.filter).length > 0;

  const replace = (view: SavedView) =>
    change((all) => ({ ...all, views: all.views.map((one) => (one.id === view.id ? view : one)) }));
  const open = useEvent((view: SavedView | null) => {
    // Without a view the plain address would lead back to the default one.
    const plain = { ...readListParams('', resource), view: defaultId && NO_VIEW };
    actions.show(view ? paramsOf(view, resource) : plain);
  });
  const saveAs = useEvent((name: string, asDefault: boolean) => {
    // Random, so that an address passed on never means another user's view.
    const id = v4().slice(0, 8);
    const view = { id, name, ...contentOf(params, columns, resource) };
    change((all) => ({ ...all, views: [...all.views, view], defaultView: asDefault ? id : all.defaultView }));
    actions.show({ ...params, columns: sourcesOf(columns), view: id }, { replace: true });
  });
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
  const makeDefault = useEvent((view: SavedView | null) =>
    change((all) => ({ ...all, defaultView: view?.id ?? null })),
  );
  // The same object on another page of the list: the menu need not be drawn again for it.
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

/** The user's view that the address names; null also for that of somebody else. */
export function viewOf({ views }: ListPreferences, { view: id }: Pick<ListParams, 'view'>): SavedView | null {
  return views.find((view) => view.id === id) ?? null;
}

type ViewContent = Pick<SavedView, 'query' | 'columns'>;

/** What a view of the list as it stands now would hold. */
function contentOf(params: ListParams, columns: readonly Field[], resource: Resource): ViewContent {
  return { query: queryOf(params, resource), columns: choiceOf(resource, sourcesOf(columns)) };
}

/** What the list shows when a view is opened. Its columns are named, so that the address means the same to others. */
export function paramsOf(view: SavedView, resource: Resource): ListParams {
  const columns = sourcesOf(chosenColumns(resource, view.columns));
  return { ...readListParams(view.query, resource), page: 1, columns, view: view.id };
}

/** Whether the list, having begun as `view`, shows something else by now. Another page of it is nothing else. */
function differsFrom(view: SavedView, params: ListParams, columns: readonly Field[], resource: Resource): boolean {
  const saved = paramsOf(view, resource);
  const sameRows = queryOf(saved, resource) === queryOf(params, resource);
  return !sameRows || !sameOrder(saved.columns ?? [], sourcesOf(columns));
}

/** The query of filters, order and page size alone. */
function queryOf(params: ListParams, resource: Resource): string {
  return writeListParams({ ...params, page: 1, columns: null, view: null }, resource);
}
