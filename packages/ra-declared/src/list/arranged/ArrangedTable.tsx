import { Box, Button, MenuItem, Typography } from '@mui/material';
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { formatCount, type Field } from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { openPath, type ResourceView } from '../../ResourceView.ts';
import { FailureAlert } from '../../ui/FailureAlert.tsx';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { useRouter } from '../../ui/router/useRouter.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { columnsOf, type TableParts } from '../columns.ts';
import { headerOf } from '../HeaderRow.tsx';
import type { Density } from '../listPreferences.ts';
import { nameIn } from '../RecordRow.tsx';
import { ActionsMenu } from '../table/ActionsMenu.tsx';
import { useRowMenu } from '../table/useRowMenu.tsx';
import { useRowEvents, useRowFocus } from '../table/useRowEvents.ts';
import { TableFrame } from '../TableFrame.tsx';
import { TABLE_CLASS, tableRules } from '../tableStyles.ts';
import { useListFilter } from '../useListFilter.ts';
import { useTableFormat } from '../useTableFormat.ts';
import { ArrangedLine, treeStyles } from './ArrangedLine.tsx';
import type { ArrangedRow } from './arrangedRows.ts';
import { useArranged } from './useArranged.ts';
import { useMoves } from './useMoves.ts';

interface ArrangedTableProps {
  view: ResourceView;
  columns: readonly Field[];
  parts: TableParts;
  density: Density;
  /** Controls above the records. */
  controls: ReactNode;
}

/** Records as a tree, or in their manual order. Users move them by dragging, by the keyboard or by a menu. */
export function ArrangedTable({ view, columns: fields, parts: listParts, density, controls }: ArrangedTableProps) {
  const { resource } = view;
  const { tree, list } = resource;
  const { translate } = useFormatContext();
  const { navigate } = useRouter();
  const controller = useListContext<IdentifiedRecord>();
  const [filter] = useListFilter();
  const arranged = useArranged(resource, filter);
  const { rows, places, records, matches } = arranged;
  const context = useTableFormat(resource, records, records);
  const table = useRef<HTMLTableElement>(null);
  // The tree shows the parent.
  const columns = useMemo(
    () => columnsOf({ ...list, columns: fields.filter(({ source }) => source !== tree) }),
    [fields, list, tree],
  );
  const [menu, openMenu] = useRowMenu(view);
  const [moving, setMoving] = useState<{ row: ArrangedRow; anchor: HTMLElement } | null>(null);
  const parts = { select: false, expand: tree !== null, menu: listParts.menu };
  const indexes = useMemo(() => new Map(places.map((row, index) => [row, index])), [places]);
  const moves = useMoves({
    view,
    rows: places,
    nameOf: ({ record }) => nameIn({ record, columns, context }),
    onOpen: (id) => arranged.open(id, true),
  });
  const { handlers } = useRowEvents({
    records,
    parts,
    list: controller,
    isSelecting: false,
    rowFocus: useRowFocus(table, records),
    onActivate({ id }) {
      const path = openPath(view, id);
      if (path !== null) void navigate(path);
    },
    onExpand({ id }, on) {
      const row = places.find(({ record }) => record.id === id);
      if (row?.hasBelow && matches === null) arranged.open(id, on ?? !row.isOpen);
    },
    onMenu: openMenu,
    onApproach: () => {},
  });
  // What is hidden by a filter also has a place, so that a move among the matches would be a guess.
  const canMove = view.canEdit && matches === null;
  const onKeyDown = (event: KeyboardEvent) => {
    const row = places[indexOf(event.target)];
    if (!row || !canMove || !moves.onKey(row, event)) handlers.onKeyDown(event);
  };

  if (arranged.error && records.length === 0) return <LoadFailure error={arranged.error} onRetry={arranged.refetch} />;
  return (
    <>
      {arranged.error && <FailureAlert error={arranged.error} onRetry={arranged.refetch} sx={{ borderRadius: 0 }} />}
      <Box sx={barStyles}>
        {controls}
        {canMove && (
          <Typography id="tree-hint" variant="body2" color="text.secondary" sx={fromTablet}>
            {translate(tree === null ? 'tree.order_hint' : 'tree.hint')}
          </Typography>
        )}
      </Box>
      <TableFrame rowsKey="">
        {tableRules}
        <Box
          component="table"
          ref={table}
          role={tree === null ? 'table' : 'treegrid'}
          aria-label={view.title}
          aria-busy={arranged.isPending || moves.isSending}
          data-density={density}
          className={TABLE_CLASS}
          sx={treeStyles}
          {...handlers}
          {...(canMove ? moves.dragging : {})}
          onKeyDown={onKeyDown}
          onClick={(event: MouseEvent) => {
            const handle = event.target instanceof Element && event.target.closest<HTMLElement>('[data-act=move]');
            const row = places[indexOf(event.target)];
            if (handle && row) setMoving({ row, anchor: handle });
            else handlers.onClick(event);
          }}
        >
          <thead role="rowgroup">
            <tr role="row">
              {canMove && <HiddenHeader part="lead" text={translate('tree.moving')} />}
              {columns.map(({ field, align, slot }) => (
                <th key={field.source} role="columnheader" scope="col" data-align={align} data-slot={slot}>
                  {headerOf(field, context)}
                </th>
              ))}
              {parts.menu && <HiddenHeader part="menu" text={translate('list.actions')} />}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => {
              if ('more' in row) {
                return (
                  <tr key={`more ${row.more}`} role="row" aria-level={row.level}>
                    <td role="cell" colSpan={columns.length + 2}>
                      <Button size="small" onClick={() => arranged.loadMore(row.more)} sx={{ ml: row.level * 3 }}>
                        {translate('tree.more', { smart_count: row.left, count: formatCount(row.left) })}
                      </Button>
                    </td>
                  </tr>
                );
              }
              const { id } = row.record;
              return (
                <ArrangedLine
                  key={`${row.parent} ${id}`}
                  row={row}
                  index={indexes.get(row) ?? 0}
                  columns={columns}
                  isTree={tree !== null}
                  hasMenu={parts.menu}
                  hasHandle={canMove}
                  canMove={canMove && moves.canMove(row)}
                  isMatch={matches?.has(String(id)) ?? true}
                  context={context}
                  path={openPath(view, id)}
                  isHeld={moves.held === id}
                  over={moves.over?.id === id ? moves.over.side : undefined}
                />
              );
            })}
          </tbody>
        </Box>
        {moving && (
          <ActionsMenu anchor={moving.anchor} onClose={() => setMoving(null)}>
            {moves.stepsOf(moving.row).map((step) => (
              <MenuItem key={step} onClick={() => moves.step(moving.row, step)}>
                {translate(`tree.${step}`)}
              </MenuItem>
            ))}
            {moves.stepsOf(moving.row).length === 0 && <MenuItem disabled>{translate('tree.nowhere')}</MenuItem>}
          </ActionsMenu>
        )}
        {menu}
      </TableFrame>
      <Box role="status" sx={visuallyHidden}>
        {moves.said}
      </Box>
    </>
  );
}

function HiddenHeader({ part, text }: { part: string; text: string }) {
  return (
    <th role="columnheader" scope="col" data-part={part}>
      <Box sx={visuallyHidden}>{text}</Box>
    </th>
  );
}

function indexOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  return Number(row?.dataset['index'] ?? -1);
}

/** Of the controls above the records. */
export const barStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  px: 2,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
};

/** Those who touch use the menu of the move button. */
const fromTablet = { display: { xs: 'none', sm: 'block' } };
