import { useEffect, useMemo } from 'react';
import { useDataProvider, useEvent, useStore, useStoreContext, type Identifier } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { sortOrNone } from '#console/api/sortOrNone.ts';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import type { ListParams } from '../listParams.ts';
import { MOST_SELECTED, nothingUnder, withSelected, type Selection } from './selection.ts';

export interface RecordSelection {
  ids: readonly Identifier[];
  /** All that the filter chose when they were selected. */
  isAll: boolean;
  has(id: Identifier): boolean;
  toggle(ids: readonly Identifier[], on: boolean): void;
  clear(): void;
  /** Selects the first records of the filter, on whatever page, as many as can be. */
  selectAll(): Promise<void>;
}

/**
 * The records that the user has chosen in the list at `basePath`. They stay while one turns pages, sorts, or looks at a
 * record; another filter drops them.
 */
export function useSelection(resource: Resource, basePath: string, { filter, sort }: ListParams): RecordSelection {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const key = JSON.stringify(filter);
  const store = useStoreContext();
  const storeKey = `${basePath}.selection`;
  const [stored, setStored] = useStore<Selection>(storeKey, nothingUnder(key));
  const isOutdated = stored.filter !== key;
  useEffect(() => {
    if (isOutdated) setStored(nothingUnder(key));
  }, [isOutdated, key, setStored]);

  const toggle = useEvent((ids: readonly Identifier[], on: boolean) => {
    // From the store, because a second change may come before the first is rendered.
    const current = store.getItem<Selection>(storeKey);
    setStored(withSelected(current?.filter === key ? current : nothingUnder(key), ids, on));
  });
  const clear = useEvent(() => setStored(nothingUnder(key)));
  const selectAll = useEvent(async () => {
    const pagination = { page: 1, perPage: MOST_SELECTED };
    const { data, total } = await dataProvider.getList<IdentifiedRecord>(resource.name, {
      ...{ pagination, sort: sortOrNone(sort), filter },
    });
    setStored({ filter: key, ids: data.map(({ id }) => id), isAll: data.length === total });
  });
  return useMemo(() => {
    const { ids, isAll } = isOutdated ? nothingUnder(key) : stored;
    const chosen = new Set(ids);
    return { ids, isAll, has: (id) => chosen.has(id), toggle, clear, selectAll };
  }, [stored, isOutdated, key, toggle, clear, selectAll]);
}
