import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { ReactNode } from 'react';
import { useListSortContext } from 'react-admin';
import { sortOrNone } from '@merchant-console/ra-provider';
import { type Field, resolveLabel } from '@merchant-console/declaration';
import { useExistingCalls } from '../DeclaredDataProvider.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { ArrangedTable, barStyles } from './arranged/ArrangedTable.tsx';
import { Board } from './board/Board.tsx';
import type { TableParts } from './columns.ts';
import { useListPreferences, type Density } from './listPreferences.ts';

interface ListDisplayProps {
  view: ResourceView;
  columns: readonly Field[];
  parts: TableParts;
  density: Density;
  /** True while the user selects rows, which only the table allows. */
  isSelecting: boolean;
  /** The records as a table with pages. */
  children: ReactNode;
}

const ARRANGED = 'arranged';
const TABLE = 'table';

/**
 * Shows records in their tree or manual order, on a board, or as a table, as the user prefers. Records that the user
 * sorts otherwise aren't in their tree or manual order.
 */
export function ListDisplay({ children, isSelecting, ...shown }: ListDisplayProps) {
  const { name, tree, order, storage, list } = shown.view.resource;
  const { translate, language } = useFormatContext();
  const { getArranged } = useExistingCalls();
  const { sort, setSort } = useListSortContext();
  const preferences = useListPreferences(name);
  const canArrange = storage === 'table' && getArranged !== undefined && (tree ?? order) !== null;
  const declared = sortOrNone(list.sort);
  const isSorted = sort.field !== declared.field || sort.order !== declared.order;
  const choices = [
    ...(canArrange ? [{ id: ARRANGED, label: tree === null ? 'tree.as_ordered' : 'tree.as_tree' }] : []),
    { id: TABLE, label: 'tree.as_table' },
    ...list.views.map(({ by, label }) => ({ id: `board ${by.source}`, label })),
  ];
  const usual = canArrange && tree !== null ? ARRANGED : TABLE;
  const preferred = choices.find(({ id }) => id === preferences.value.display)?.id ?? usual;
  const display = isSelecting || (isSorted && preferred === ARRANGED) ? TABLE : preferred;
  const board = list.views.find(({ by }) => display === `board ${by.source}`);
  if (choices.length === 1) return children;
  const controls = (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={translate('tree.display')}
      value={display}
      onChange={(_, chosen: string | null) => {
        if (chosen === null) return;
        preferences.change((now) => ({ ...now, display: chosen }));
        if (chosen === ARRANGED && isSorted) setSort(declared);
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
      {board ? <Board key={board.by.source} view={shown.view} board={board} hasMenu={shown.parts.menu} /> : children}
    </>
  );
}
