import { Box, useMediaQuery, type Theme } from '@mui/material';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { acceptsValue, type Field, fieldFor, fieldLabel } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { isShown } from '../../form/formValues.ts';
import { waitsForOthers } from '../../pendingChange.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { hasLead, type TableParts } from '../columns.ts';
import { type CellMove, CellEditor } from './CellEditor.tsx';

interface CellEditingProps {
  view: ResourceView;
  /** Fields of the table's columns. */
  columns: readonly Field[];
  parts: TableParts;
  /** True while a click selects rows. */
  isSelecting: boolean;
  /** The table. */
  children: ReactNode;
}

/** A cell that is being edited. */
interface OpenedCell {
  cell: HTMLElement;
  record: IdentifiedRecord;
  field: Field;
}

const EDITABLE = 'td[data-edit]';

/**
 * Lets users edit cells of the table in `children`: by a double click, or by Enter or F2 on the focused cell. The table
 * renders its cells without knowing of it, because a component for each would make lists slow: this one marks them. On a
 * narrow screen, where rows are cards, users edit records in their form instead.
 */
export function CellEditing({ view, columns, parts, isSelecting, children }: CellEditingProps) {
  const context = useFormatContext();
  const { translate } = context;
  const notify = useNotify();
  const { data: records, isPlaceholderData } = useListContext<IdentifiedRecord>();
  const box = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const isOn = !isNarrow && !isSelecting && isPlaceholderData !== true;
  const [opened, setOpened] = useState<OpenedCell | null>(null);
  const [said, setSaid] = useState('');

  useLayoutEffect(() => {
    for (const row of box.current?.querySelectorAll<HTMLElement>('tr[data-index]') ?? []) {
      const record = records?.[Number(row.dataset['index'])];
      const cells = [...row.children].slice(hasLead(parts) ? 1 : 0);
      for (const [at, { source }] of columns.entries()) {
        const cell = cells[at];
        if (cell instanceof HTMLElement) {
          // The record's name opens the record.
          const isLink = cell.dataset['slot'] === 'title' && cell.querySelector('a') !== null;
          mark(cell, isOn && record && !isLink && cellField(view, record, source) ? { source, hintId } : null);
        }
      }
    }
  }, [records, columns, parts, view, isOn, hintId]);

  const open = (cell: HTMLElement | null | undefined, changed?: IdentifiedRecord) => {
    const index = cell?.closest<HTMLElement>('tr')?.dataset['index'];
    const listed = records?.[Number(index)];
    const record = listed && changed?.id === listed.id ? changed : listed;
    const field = record && cellField(view, record, cell?.dataset['edit'] ?? '');
    setOpened(cell && field ? { cell, record, field } : null);
    return cell && field;
  };
  const done = ({ cell, field, record }: OpenedCell, saved: IdentifiedRecord, move: CellMove) => {
    if (saved !== record) {
      setSaid(translate('cellEdit.saved', { label: fieldLabel(field, context) }));
      if (waitsForOthers(saved, record)) notify('form.pending_change', { type: 'info' });
    }
    const all = [...(box.current?.querySelectorAll<HTMLElement>(EDITABLE) ?? [])];
    const next = move === 0 ? undefined : all[all.indexOf(cell) + move];
    if (!open(next, saved)) cell.focus();
  };

  const onClickCapture = (event: MouseEvent) => {
    const cell = cellAt(event);
    // A click on a cell that can be edited only focuses it: it may be the first of two.
    if (!cell || isOnControl(event.target)) return;
    event.stopPropagation();
    cell.focus();
  };
  const onDoubleClick = (event: MouseEvent) => {
    if (!isOnControl(event.target)) open(cellAt(event));
  };
  /** Keeps a double click from selecting text. */
  const onMouseDown = (event: MouseEvent) => {
    if (event.detail > 1 && cellAt(event)) event.preventDefault();
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const { key, target } = event;
    if ((key !== 'Enter' && key !== 'F2') || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!(target instanceof HTMLElement)) return;
    const isRow = key === 'F2' && target.matches('tr[data-index]');
    const cell = target.matches(EDITABLE) ? target : isRow ? target.querySelector<HTMLElement>(EDITABLE) : null;
    if (!cell) return;
    event.preventDefault();
    event.stopPropagation();
    open(cell);
  };
  return (
    <Box
      ref={box}
      onClickCapture={onClickCapture}
      onDoubleClick={onDoubleClick}
      onMouseDown={onMouseDown}
      onKeyDownCapture={onKeyDownCapture}
      sx={styles}
    >
      {children}
      <Box id={hintId} component="span" sx={visuallyHidden}>
        {translate('cellEdit.hint')}
      </Box>
      <LiveRegion role="status">{said}</LiveRegion>
      {opened && (
        <CellEditor
          key={`${opened.record.id} ${opened.field.source}`}
          view={view}
          {...opened}
          onCancel={() => {
            setOpened(null);
            opened.cell.focus();
          }}
          onDone={(saved, move) => done(opened, saved, move)}
        />
      )}
    </Box>
  );
}

/** Marks a cell as one that can be edited, or no longer. */
function mark(cell: HTMLElement, editable: { source: string; hintId: string } | null): void {
  if (editable) {
    cell.dataset['edit'] = editable.source;
    cell.tabIndex = 0;
    cell.setAttribute('aria-describedby', editable.hintId);
  } else if (cell.dataset['edit'] !== undefined) {
    delete cell.dataset['edit'];
    cell.removeAttribute('tabindex');
    cell.removeAttribute('aria-describedby');
  }
}

/** The cell that can be edited at an event, or null. */
function cellAt({ target }: { target: EventTarget }): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(EDITABLE) : null;
}

/** True on a link or button in a cell. */
function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null;
}

const styles = {
  '& td[data-edit]': { cursor: 'cell', outlineOffset: '-2px' },
  '& td[data-edit]:hover': { outline: '1px solid', outlineColor: 'divider' },
  '& td[data-edit]:focus': { outline: '2px solid', outlineColor: 'primary.main' },
};

/** The field that the user may edit in a record's cell, with its conditions decided; null if the user may not. */
function cellField(view: ResourceView, record: IdentifiedRecord, source: string): Field | null {
  const declared = view.resource.list.edit.find((field) => field.source === source);
  if (!declared || !view.canEditRecord(record) || !isShown(declared, record)) return null;
  const field = fieldFor(declared, { before: record, after: record }, view.allows);
  return acceptsValue(field, 'edit') ? field : null;
}
