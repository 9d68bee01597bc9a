import { useEffect, useMemo } from 'react';
import { useEvent, useStore, useStoreContext, type Identifier, type ListControllerResult } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';

/**
 * Selected records, by ID. Never "everything that matches the filter", because actions must not affect records that
 * arrived after the user looked.
 */
interface Selection {
  /** The filter, as JSON, that applied when they were selected. Under another filter, nothing is selected. */
  filter: string;
  ids: readonly Identifier[];
}

/**
 * The selection part of the controller of the list at `basePath`. The selection survives paging, sorting and opening a
 * record. A changed filter clears it.
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
    // Read from the store, because a second change may come before the first is rendered.
    const current = store.getItem<Selection>(storeKey);
    const ids = current?.filter === key ? current.ids : [];
    select(withSelected(ids, [id], !ids.includes(id)));
  });
  const onUnselectItems = useEvent(() => select([]));
  const selectedIds = useMemo(() => (isOutdated ? [] : [...stored.ids]), [stored, isOutdated]);
  return { selectedIds, onSelect, onToggleItem, onUnselectItems };
}

/** Maximum number of records in one request or bulk action. */
export const MOST_SELECTED = 1000;

/** `selected` with `ids` added or removed. */
export function withSelected(selected: readonly Identifier[], ids: readonly Identifier[], on: boolean): Identifier[] {
  const chosen = new Set(selected);
  for (const id of ids) {
    if (on) chosen.add(id);
    else chosen.delete(id);
  }
  return [...chosen];
}

/** IDs from one row to another, both included, in either direction. Just `to` if `from` is null or not on the page. */
export function idsBetween(ids: readonly Identifier[], from: Identifier | null, to: Identifier): readonly Identifier[] {
  const start = from === null ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
