import { useEffect, useMemo } from 'react';
import { useEvent, useStore, useStoreContext, type Identifier, type ListControllerResult } from 'react-admin';
import type { Filter } from '#shared/contract/listQuery.ts';

/**
 * The chosen records, by their ids. Never "whatever the filter finds": what comes in after someone has looked is not
 * to be acted upon.
 */
interface Selection {
  /** The filter, as JSON, under which they were chosen. Under another one nothing is chosen. */
  filter: string;
  ids: readonly Identifier[];
}

/**
 * The part of a list controller that says which records of the list at `basePath` are selected. They stay while one
 * turns pages, sorts, or looks at a record; another filter drops them.
 */
export function useSelection(
  basePath: string,
  filter: Filter,
): Pick<ListControllerResult, 'selectedIds' | 'onSelect' | 'onToggleItem' | 'onUnselectItems'> {
  const key = JSON.stringify(filter);
  const store = useStoreContext();
  const storeKey = `${basePath}.selection`;
  const [stored, setStored] = useStore<Selection>(storeKey, { filter: key, ids: [] });
  const isOutdated = stored.filter !== key;
  useEffect(() => {
    if (isOutdated) setStored({ filter: key, ids: [] });
  }, [isOutdated, key, setStored]);

  const select = (ids: readonly Identifier[]) => setStored({ filter: key, ids: ids.slice(0, MOST_SELECTED) });
  const onSelect = useEvent(select);
  const onToggleItem = useEvent((id: Identifier) => {
    // From the store, because a second change may come before the first is rendered.
    const current = store.getItem<Selection>(storeKey);
    const ids = current?.filter === key ? current.ids : [];
    select(withSelected(ids, [id], !ids.includes(id)));
  });
  const onUnselectItems = useEvent(() => select([]));
  const selectedIds = useMemo(() => (isOutdated ? [] : [...stored.ids]), [stored, isOutdated]);
  return { selectedIds, onSelect, onToggleItem, onUnselectItems };
}

/** As many as one request may ask for, and one bulk action may be sent. */
export const MOST_SELECTED = 1000;

/** `selected` with `ids` added or taken out. */
export function withSelected(selected: readonly Identifier[], ids: readonly Identifier[], on: boolean): Identifier[] {
  const chosen = new Set(selected);
  for (const id of ids) {
    if (on) chosen.add(id);
    else chosen.delete(id);
  }
  return [...chosen];
}

/** The ids from one row to another, both included, in whichever order they are given; just `to` without a `from`. */
export function idsBetween(ids: readonly Identifier[], from: Identifier | null, to: Identifier): readonly Identifier[] {
  const start = from === null ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
