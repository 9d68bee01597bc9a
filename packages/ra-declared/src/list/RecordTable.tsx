import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ComponentType } from 'react';
import { useDataProvider, useEvent, useListContext, type Identifier } from 'react-admin';
import { type Field, hasRecordOnly } from '@merchant-console/declaration';
import { useRouter } from '../ui/router/useRouter.ts';
import type { DeclaredDataProvider } from '../DeclaredDataProvider.ts';
import { KEPT_STALE_AFTER_MS } from '../queries.ts';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { lazy } from '../ui/loading/lazy.tsx';
import { useLongPress } from '../ui/useLongPress.ts';
import { LazyRecord } from '../lazyPages.tsx';
import { openPath, type ResourceView } from '../ResourceView.ts';
import { columnsOf, hasLead, type Column, type TableParts } from './columns.ts';
import type { Density } from './listPreferences.ts';
import { HeaderRow, type PageSelected } from './HeaderRow.tsx';
import { RecordRow } from './RecordRow.tsx';
import { withSelected } from './selection/useSelection.ts';
import { CutOffCells } from './table/CutOffCells.tsx';
import { useRowMenu } from './table/useRowMenu.tsx';
import { useRowEvents, useRowFocus } from './table/useRowEvents.ts';
import { TABLE_CLASS, tableRules } from './tableStyles.ts';
import { TableFrame } from './TableFrame.tsx';

const ExpandedRow = lazy(async () => (await import('./table/ExpandedRow.tsx')).ExpandedRow);

interface RecordTableProps {
  view: ResourceView;
  columns: readonly Field[];
  parts: TableParts;
  density: Density;
  /** True if a tap on a row selects it, as after a long press. */
  isSelecting: boolean;
  onSelecting(): void;
}

/** Renders the rows of a list: the table, or a registered page's replacement. */
export type ListRows = ComponentType<RecordTableProps>;

/** From this number of columns on, they are narrower. */
const CROWDED_COLUMNS = 8;
const NO_ROWS: readonly IdentifiedRecord[] = [];

/** The list's records as a table, or as cards on a narrow screen. The page's title is its accessible name. */
export function RecordTable(props: RecordTableProps) {
  const { view, columns: fields, parts, density, isSelecting } = props;
  const { list } = view.resource;
  const controller = useListContext<IdentifiedRecord>();
  const { data: rows, page, perPage, isPlaceholderData: outdated = false, selectedIds, onSelect } = controller;
  const selected = useMemo(() => new Set(selectedIds), [selectedIds]);
  const context = useFormatContext();
  const { navigate } = useRouter();
  const table = useRef<HTMLTableElement>(null);
  const columns = useMemo(() => columnsOf({ ...list, columns: [...fields] }), [fields, list]);
  const [expanded, expand] = useExpanded();
  const [menu, openMenu] = useRowMenu(view);

  const activate = (record: IdentifiedRecord) => {
    const path = openPath(view, record.id);
    if (list.rowClick === 'expand') expand(record);
    else if (path !== null) void navigate(path);
  };
  const records = rows ?? NO_ROWS;
  const slots = useRowSlots(records);
  const { handlers, onLongPress } = useRowEvents({
    records,
    parts,
    list: controller,
    isSelecting,
    rowFocus: useRowFocus(table, rows),
    onActivate: activate,
    onExpand: expand,
    onMenu: openMenu,
    onApproach: useRecordAhead(view),
  });
  const press = useLongPress(
    parts.select
      ? (target) => {
          props.onSelecting();
          onLongPress(target);
        }
      : null,
  );
  // Stable, because a new function at each navigation would re-render the header.
  const selectPage = useEvent((on: boolean) =>
    onSelect(
      withSelected(
        selectedIds,
        records.map(({ id }) => id),
        on,
      ),
    ),
  );
  const span = columns.length + (hasLead(parts) ? 1 : 0) + (parts.menu ? 1 : 0);
  return (
    <TableFrame rowsKey={`${page}/${perPage}`}>
      {tableRules}
      <table
        ref={table}
        role="table"
        aria-label={view.title}
        aria-busy={rows === undefined || outdated}
        data-density={density}
        data-crowded={columns.length >= CROWDED_COLUMNS ? '' : undefined}
        data-lead={parts.select && parts.expand ? 'both' : undefined}
        data-selecting={isSelecting ? '' : undefined}
        className={TABLE_CLASS}
        {...handlers}
        {...press}
      >
        <thead role="rowgroup">
          <HeaderRow
            columns={columns}
            parts={parts}
            pageSelected={pageSelectedOf(records, selected)}
            onSelectPage={selectPage}
          />
        </thead>
        <tbody role="rowgroup" data-outdated={outdated ? '' : undefined}>
          {rows?.flatMap((record, index) => {
            const path = openPath(view, record.id);
            const isOpen = parts.expand && expanded.has(record.id);
            const row = (
              <RecordRow
                key={slots.get(record.id)}
                record={record}
                index={index}
                columns={columns}
                parts={parts}
                context={context}
                path={path}
                opens={path !== null || (parts.expand && list.rowClick === 'expand')}
                selected={selected.has(record.id)}
                expanded={isOpen}
              />
            );
            if (!isOpen) return row;
            return [row, <ExpandedRow key={`${record.id} more`} record={record} fields={list.expand} span={span} />];
          }) ?? <SkeletonRows count={perPage} columns={columns} parts={parts} />}
        </tbody>
      </table>
      <CutOffCells table={table} rows={rows} />
      {menu}
    </TableFrame>
  );
}

function pageSelectedOf(records: readonly IdentifiedRecord[], selected: ReadonlySet<Identifier>): PageSelected {
  const count = records.filter(({ id }) => selected.has(id)).length;
  if (count === 0) return 'none';
  return count === records.length ? 'all' : 'some';
}

/** IDs of the expanded rows, and a function that expands, collapses or toggles one. */
function useExpanded() {
  const [expanded, setExpanded] = useState<ReadonlySet<Identifier>>(new Set());
  const expand = ({ id }: IdentifiedRecord, on?: boolean) =>
    setExpanded((before) => {
      const after = new Set(before);
      if (on ?? !before.has(id)) after.add(id);
      else after.delete(id);
      return after;
    });
  return [expanded, expand] as const;
}

/** Returns a function that prefetches what a record's page needs. */
function useRecordAhead(view: ResourceView) {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const { name, list } = view.resource;
  return ({ id }: IdentifiedRecord) => {
    if (!view.canShow || list.rowClick === 'expand') return;
    LazyRecord.prefetch();
    queryClient
      .query({
        queryKey: [name, 'getOne', { id: String(id) }],
        queryFn: async ({ signal }) => (await dataProvider.getOne<IdentifiedRecord>(name, { id, signal })).data,
        staleTime: hasRecordOnly(view.resource) ? 0 : KEPT_STALE_AFTER_MS,
        retry: false,
      })
      .catch(() => {
        // Opening the record fetches again.
      });
  };
}

interface SkeletonRowsProps {
  count: number;
  columns: readonly Column[];
  parts: TableParts;
}

/** Placeholders of the same height for rows that are loading. */
function SkeletonRows({ count, columns, parts }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {hasLead(parts) && <td data-part="lead" />}
      {columns.map(({ field, align, slot }) => (
        <td key={field.source} data-align={align} data-slot={slot}>
          <span data-bone>&nbsp;</span>
        </td>
      ))}
      {parts.menu && <td data-part="menu" />}
    </tr>
  ));
}

/** Row slots of the shown records, kept as long as the list is mounted. */
function useRowSlots(records: readonly IdentifiedRecord[]): Slots {
  const [{ of, slots }, keep] = useState(() => ({ of: records, slots: slotsFor(new Map(), records) }));
  if (of === records) return slots;
  const next = slotsFor(slots, records);
  keep({ of: records, slots: next });
  return next;
}

function slotsFor(before: Slots, records: readonly IdentifiedRecord[]): Slots {
  return assignSlots(
    before,
    records.map(({ id }) => id),
  );
}

/** Row slot of each record. */
type Slots = ReadonlyMap<Identifier, number>;

/**
 * Maps records to row slots. Records that stay keep their slot, and with it the focus. The others reuse free slots.
 * Reusing DOM rows halves the cost of a page change.
 */
export function assignSlots(before: Slots, ids: readonly Identifier[]): Slots {
  const kept = new Set(ids.flatMap((id) => before.get(id) ?? []));
  let next = 0;
  const free = () => {
    while (kept.has(next)) next += 1;
    return next++;
  };
  return new Map(ids.map((id) => [id, before.get(id) ?? free()]));
}
