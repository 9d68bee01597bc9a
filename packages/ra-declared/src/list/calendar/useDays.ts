import { useMemo } from 'react';
import { useGetList, useListSortContext } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import { type CalendarView, daysOf, isSortable, type Period, type Resource } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { filtersOf, spanOf } from './days.ts';

/** Most records that are loaded of those that begin on the shown days, and of those that began before. */
const MOST = 500;

export type DayRecords = ReadonlyMap<string, readonly IdentifiedRecord[]>;

/** The records on some days, in the order in which they begin. */
export function useDays(resource: Resource, calendar: CalendarView, filter: Filter, days: Period, zone: string) {
  const [own, earlier] = filtersOf(filter, calendar, days, zone);
  const beginning = useRecords(resource, calendar, own, true);
  const lasting = useRecords(resource, calendar, earlier ?? own, earlier !== null);
  const canLast = earlier !== null;
  const parts = canLast ? [beginning, lasting] : [beginning];
  const isPlaced = parts.every(({ isPlaceholderData }) => !isPlaceholderData);
  const records = useMemo(
    () => [...(canLast ? (lasting.data ?? []) : []), ...(beginning.data ?? [])],
    [beginning.data, lasting.data, canLast],
  );
  const { from, to } = days;
  const byDay = useMemo(() => {
    const found = new Map<string, IdentifiedRecord[]>();
    for (const record of inOrder(records, calendar.from.source)) {
      const span = spanOf(record, calendar, zone);
      if (!span || span.from > to || span.to < from) continue;
      for (const day of daysOf({ from: span.from < from ? from : span.from, to: span.to > to ? to : span.to })) {
        const others = found.get(day);
        if (others) others.push(record);
        else found.set(day, [record]);
      }
    }
    return found;
  }, [records, calendar, zone, from, to]);
  const total = parts.reduce((sum, part) => sum + (part.total ?? 0), 0);
  return {
    records,
    byDay,
    /** Number of records on these days that aren't loaded, because there are too many. */
    left: isPlaced ? total - records.length : 0,
    total,
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    isFetching: parts.some(({ isFetching }) => isFetching),
    refetch: () => void Promise.all(parts.map(({ refetch }) => refetch())),
  };
}

function useRecords({ name }: Resource, { from }: CalendarView, filter: Filter, enabled: boolean) {
  const listed = useListSortContext().sort;
  const sort = isSortable(from) ? ({ field: from.source, order: 'ASC' } as const) : listed;
  return useGetList<IdentifiedRecord>(
    name,
    { pagination: { page: 1, perPage: MOST }, sort, filter },
    { enabled, placeholderData: (before) => before },
  );
}

function inOrder(records: readonly IdentifiedRecord[], source: string): IdentifiedRecord[] {
  const begins = (record: IdentifiedRecord) => String(record[source]);
  return records.toSorted((one, other) => (begins(one) < begins(other) ? -1 : begins(one) > begins(other) ? 1 : 0));
}
