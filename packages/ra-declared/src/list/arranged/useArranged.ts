import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDataProvider, type Identifier } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import type { ArrangedRecords } from '@merchant-console/ra-provider';
import type { Resource } from '@merchant-console/declaration';
import type { DeclaredDataProvider } from '../../DeclaredDataProvider.ts';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { levelsOf, rowsOf, type ArrangedRow, type Level, type MoreRow } from './arrangedRows.ts';

/** Number of records of a level that are loaded at once. */
const PER_LOAD = 100;

type Top = Identifier | null;

interface Arranged {
  rows: readonly (ArrangedRow | MoreRow)[];
  /** The rows that are records. */
  places: readonly ArrangedRow[];
  /** The records of these rows. */
  records: readonly IdentifiedRecord[];
  /** IDs of the records that match the filter; null without a filter. */
  matches: ReadonlySet<string> | null;
  isPending: boolean;
  error: Error | null;
  refetch(): void;
  open(id: Identifier, on: boolean): void;
  loadMore(parent: Identifier | null): void;
}

/**
 * The records of a tree or a manual order that the user has opened, level by level; with a filter, the matches and
 * the records above them.
 */
export function useArranged(resource: Resource, filter: Filter): Arranged {
  const { name } = resource;
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const [opened, setOpened] = useState<ReadonlySet<Identifier>>(new Set());
  const [loads, setLoads] = useState<ReadonlyMap<Top, number>>(new Map());
  const isFiltered = Object.keys(filter).length > 0;
  const wanted = useMemo(() => {
    const parents: Top[] = isFiltered ? [null] : [null, ...opened];
    return parents.flatMap((parent) =>
      Array.from({ length: loads.get(parent) ?? 1 }, (_, load) => {
        const range: [number, number] = [load * PER_LOAD, (load + 1) * PER_LOAD - 1];
        return { parent, filter, range };
      }),
    );
  }, [isFiltered, opened, loads, filter]);
  const { pages, isRefetching, ...state } = useQueries({
    queries: wanted.map((params) => ({
      queryKey: [name, 'getArranged', params],
      queryFn: ({ signal }: { signal: AbortSignal }) => dataProvider.getArranged(name, { ...params, signal }),
    })),
    combine: (results) => ({
      pages: results.map(({ data }) => data),
      isPending: results[0]?.isPending ?? true,
      isRefetching: results.some((result) => result.isRefetching),
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => results.forEach((result) => void result.refetch()),
    }),
  });

  const read = useMemo(() => {
    const matching = isFiltered ? pages.flatMap((page) => page?.matches ?? []) : null;
    if (matching) {
      const all = new Map(pages.flatMap((page) => page?.records ?? []).map((record) => [record.id, record]));
      const levels = levelsOf([...all.values()], resource);
      const rows: (ArrangedRow | MoreRow)[] = rowsOf(levels, new Set(all.keys()));
      const left = (pages[0]?.total ?? 0) - matching.length;
      if (left > 0) rows.push({ more: null, level: 1, left });
      return { rows, matches: new Set(matching) };
    }
    return { rows: rowsOf(joined(wanted, pages), opened), matches: null };
  }, [isFiltered, wanted, pages, opened, resource]);
  // Levels that are read again arrive one by one. A record that was moved would meanwhile stand in two of them, or none.
  const [found, setFound] = useState(read);
  if (found !== read && !isRefetching) setFound(read);
  const shown = useMemo(() => {
    const places = found.rows.flatMap((row) => ('record' in row ? [row] : []));
    return { places, records: places.map(({ record }) => record) };
  }, [found.rows]);
  return {
    ...state,
    ...found,
    ...shown,
    open: (id, on) =>
      setOpened((before) => {
        const after = new Set(before);
        if (on) after.add(id);
        else after.delete(id);
        return after;
      }),
    loadMore: (parent) => setLoads((before) => new Map(before).set(parent, (before.get(parent) ?? 1) + 1)),
  };
}

/** Puts the loaded parts of each level together. A part that is still missing ends its level. */
function joined(
  wanted: readonly { parent: Top }[],
  pages: readonly (ArrangedRecords | undefined)[],
): ReadonlyMap<Top, Level> {
  const levels = new Map<Top, Level>();
  const ended = new Set<Top>();
  wanted.forEach(({ parent }, index) => {
    const page = pages[index];
    if (!page) ended.add(parent);
    if (!page || ended.has(parent)) return;
    const before = levels.get(parent);
    // Another user may have moved a record between two loads.
    const known = new Set(before?.records.map(({ id }) => id));
    levels.set(parent, {
      records: [...(before?.records ?? []), ...page.records.filter(({ id }) => !known.has(id))],
      parents: [...(before?.parents ?? []), ...page.parents],
      total: page.total,
    });
  });
  return levels;
}
