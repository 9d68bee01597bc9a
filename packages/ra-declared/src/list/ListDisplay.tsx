import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useMemo, type ReactNode } from 'react';
import { useListSortContext } from 'react-admin';
import { sortOrNone } from '@merchant-console/ra-provider';
import { type Field, type ListView, resolveLabel, viewsOf } from '@merchant-console/declaration';
import { useExistingCalls } from '../DeclaredDataProvider.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { lazy } from '../ui/loading/lazy.tsx';
import { CellEditing } from './editing/CellEditing.tsx';
import { ArrangedTable, barStyles } from './arranged/ArrangedTable.tsx';
import type { TableParts } from './columns.ts';
import { useListPreferences, type Density } from './listPreferences.ts';

const Board = lazy(async () => (await import('./board/Board.tsx')).Board);
const Calendar = lazy(async () => (await import('./calendar/Calendar.tsx')).Calendar);
const Cards = lazy(async () => (await import('./cards/Cards.tsx')).Cards);

interface ListDisplayProps {
  view: ResourceView;
  columns: readonly Field[];
  parts: TableParts;
  density: Density;
  /** True while the user selects rows, which only the table allows. */
  isSelecting: boolean;
  /** The controls for other pages. */
  pages: ReactNode;
  /** The records of a page as a table. */
  children: ReactNode;
}

const ARRANGED = 'arranged';
const TABLE = 'table';

/**
 * Shows records in their tree or manual order, in one of the declared views, or as a table, as the user prefers. Records
 * that the user sorts otherwise aren't in their tree or manual order.
 */
export function ListDisplay({ children, pages, isSelecting, ...shown }: ListDisplayProps) {
  const { resource } = shown.view;
  const { name, tree, order, storage, list } = resource;
  const { translate, language } = useFormatContext();
  const { getArranged } = useExistingCalls();
  const { sort, setSort } = useListSortContext();
  const preferences = useListPreferences(name);
  const canArrange = storage === 'table' && getArranged !== undefined && (tree ?? order) !== null;
  const declared = sortOrNone(list.sort);
  const views = useMemo(() => viewsOf(resource), [resource]);
  const isSorted = sort.field !== declared.field || sort.order !== declared.order;
  const choices = [
    ...(canArrange ? [{ id: ARRANGED, label: tree === null ? 'tree.as_ordered' : 'tree.as_tree' }] : []),
    { id: TABLE, label: 'tree.as_table' },
    ...views.map((one) => ({ id: idOf(one), label: one.label })),
  ];
  const usual = canArrange && tree !== null ? ARRANGED : TABLE;
  const preferred = choices.find(({ id }) => id === preferences.value.display)?.id ?? usual;
  const display = isSelecting || (isSorted && preferred === ARRANGED) ? TABLE : preferred;
  const chosen = views.find((one) => display === idOf(one));
  const table = (
    <>
      {shown.view.canEdit && list.edit.length > 0 ? (
        <CellEditing {...shown} isSelecting={isSelecting}>
          {children}
        </CellEditing>
      ) : (
        children
      )}
      {pages}
    </>
  );
  if (choices.length === 1) return table;
  const controls = (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={translate('tree.display')}
      value={display}
      onChange={(_, wanted: string | null) => {
        if (wanted === null) return;
        preferences.change((now) => ({ ...now, display: wanted }));
        if (wanted === ARRANGED && isSorted) setSort(declared);
      }}
    >
      {choices.map(({ id, label }) => (
        <ToggleButton key={id} value={id}>
          {resolveLabel(label, language, translate)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
  if (display === ARRANGED) return <ArrangedTable {...shown} controls={controls} />;
  return (
    <>
      <Box sx={barStyles}>{controls}</Box>
      {chosen ? <View key={display} {...shown} chosen={chosen} pages={pages} /> : table}
    </>
  );
}

/** Identifies a view in the user's preferences. */
function idOf(view: ListView): string {
  switch (view.type) {
    case 'kanban':
      return `board ${view.by.source}`;
    case 'calendar':
      return `calendar ${view.from.source}`;
    case 'cards':
      return 'cards';
  }
}

interface ViewProps extends Pick<ListDisplayProps, 'view' | 'columns' | 'parts' | 'pages'> {
  chosen: ListView;
}

function View({ chosen, view, columns, parts, pages }: ViewProps) {
  switch (chosen.type) {
    case 'kanban':
      return <Board view={view} board={chosen} hasMenu={parts.menu} />;
    case 'calendar':
      return <Calendar view={view} calendar={chosen} hasMenu={parts.menu} />;
    case 'cards':
      return (
        <>
          <Cards view={view} columns={columns} hasMenu={parts.menu} />
          {pages}
        </>
      );
  }
}
