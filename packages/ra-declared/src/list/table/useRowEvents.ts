import {
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { Identifier, ListControllerResult } from 'react-admin';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { useApproach } from '../../ui/loading/useApproach.ts';
import { idsBetween, withSelected } from '../selection/useSelection.ts';
import type { TableParts } from '../columns.ts';

interface RowEventsConfig {
  records: readonly IdentifiedRecord[];
  parts: TableParts;
  list: Pick<ListControllerResult, 'selectedIds' | 'onSelect' | 'onUnselectItems'>;
  /** True if a tap anywhere on a row selects it. */
  isSelecting: boolean;
  rowFocus: ReturnType<typeof useRowFocus>;
  /** Called on a click on a row, or on Enter. */
  onActivate(record: IdentifiedRecord): void;
  onExpand(record: IdentifiedRecord, on?: boolean): void;
  onMenu(record: IdentifiedRecord, anchor: HTMLElement): void;
  /** Called when the pointer rests on a row. */
  onApproach(record: IdentifiedRecord): void;
}

/**
 * Returns one set of listeners for all rows of a table. Events are assigned to rows by `data-index` and to controls by
 * `data-act`.
 */
export function useRowEvents(config: RowEventsConfig) {
  const { records, parts, list, isSelecting, rowFocus, onActivate, onExpand, onMenu, onApproach } = config;
  /** Start of a range selected by a click with Shift. */
  const anchor = useRef<Identifier | null>(null);
  const pointedAt = useRef<number | null>(null);
  const approach = useApproach(onApproach);

  const select = ({ id }: IdentifiedRecord, withRange: boolean) => {
    const ids = records.map((record) => record.id);
    const range = withRange ? idsBetween(ids, anchor.current, id) : [id];
    list.onSelect(withSelected(list.selectedIds, range, withRange || !list.selectedIds.includes(id)));
    anchor.current = id;
  };

  const clickOn = (record: IdentifiedRecord, part: string | null, withRange: boolean) => {
    if (parts.select && (isSelecting || part === 'lead')) select(record, withRange);
    else if (part === null) onActivate(record);
  };

  const onClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    const record = place && records[place.index];
    if (!record) return;
    if (place.act === 'select') select(record, event.shiftKey);
    else if (place.act === 'expand') onExpand(record);
    else if (place.act === 'menu') onMenu(record, place.element);
    else if (isForRow(event)) clickOn(record, place.part, event.shiftKey);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target);
    const record = place && records[place.index];
    if (!record || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = targetOf(event.key, place.index, records.length);
    if (to !== null) {
      event.preventDefault();
      rowFocus.focus(to);
      return;
    }
    if (event.key === 'Escape' && list.selectedIds.length > 0) list.onUnselectItems();
    if (!place.isRow) return;
    if (event.key === 'Enter') onActivate(record);
    else if (event.key === ' ') {
      event.preventDefault();
      if (parts.select) select(record, event.shiftKey);
    } else if (parts.expand && event.key === 'ArrowRight') onExpand(record, true);
    else if (parts.expand && event.key === 'ArrowLeft') onExpand(record, false);
  };

  /** Only the row itself becomes the Tab stop. If its controls made it one, it would only be reached backwards. */
  const onFocus = (event: FocusEvent) => {
    const place = placeOf(event.target);
    if (place?.isRow) rowFocus.mark(place.index);
  };
  /** Keeps a click with Shift from selecting text. */
  const onMouseDown = (event: MouseEvent) => {
    if (event.shiftKey && parts.select && placeOf(event.target)?.part === 'lead') event.preventDefault();
  };
  const onPointerOver = ({ target }: PointerEvent) => {
    const index = placeOf(target)?.index ?? null;
    if (index !== pointedAt.current) approach(records[index ?? -1] ?? null);
    pointedAt.current = index;
  };
  const onPointerLeave = () => {
    pointedAt.current = null;
    approach(null);
  };
  const onLongPress = (target: EventTarget) => {
    const record = records[placeOf(target)?.index ?? -1];
    if (record && !list.selectedIds.includes(record.id)) select(record, false);
  };
  return { handlers: { onClick, onKeyDown, onFocus, onMouseDown, onPointerOver, onPointerLeave }, onLongPress };
}

function targetOf(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return index + 1;
  if (key === 'ArrowUp') return index - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** The row of an event and the control in it, or null outside the rows. */
function placeOf(target: EventTarget) {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  if (!row || !(target instanceof Element)) return null;
  const control = target.closest<HTMLElement>('[data-act]');
  return {
    index: Number(row.dataset['index']),
    isRow: target === row,
    act: control?.dataset['act'] ?? null,
    part: target.closest<HTMLElement>('td')?.dataset['part'] ?? null,
    element: control ?? row,
  };
}

/** True if a click is meant for the row, not for a link or button in it or for selecting text. */
function isForRow({ target }: MouseEvent): boolean {
  if (target instanceof Element && target.closest('a, button, input, [role=menu]') !== null) return false;
  return window.getSelection()?.isCollapsed ?? true;
}

/**
 * Roving tabindex for rows: one row is in the Tab order, and arrow keys move to the others. The state is in the DOM,
 * because re-rendering two rows for each arrow key would be noticeable.
 */
export function useRowFocus(table: RefObject<HTMLElement | null>, records: readonly IdentifiedRecord[] | undefined) {
  const current = useRef<Identifier | null>(null);
  const rows = () => [...(table.current?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])];
  const mark = (index: number) => {
    rows().forEach((row, at) => {
      const tabIndex = at === index ? 0 : -1;
      // Each changed attribute makes the browser recalculate styles.
      if (row.tabIndex !== tabIndex) row.tabIndex = tabIndex;
    });
    current.current = records?.[index]?.id ?? null;
  };

  useLayoutEffect(() => {
    const index = records?.findIndex(({ id }) => id === current.current) ?? -1;
    mark(Math.max(0, index));
    // eslint-disable-next-line react/exhaustive-deps -- it is about new rows only
  }, [records]);

  return {
    mark,
    /** Focuses a row. An index past an end focuses the nearest row. */
    focus(index: number): void {
      const all = rows();
      all[Math.min(Math.max(index, 0), all.length - 1)]?.focus();
    },
  };
}
