import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { ReactNode } from 'react';
import { useListSortContext } from 'react-admin';
import { sortOrNone } from '@merchant-console/ra-provider';
import { useExistingCalls } from '../../DeclaredDataProvider.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useListPreferences } from '../listPreferences.ts';
import { ArrangedTable, barStyles, type ArrangedTableProps } from './ArrangedTable.tsx';

interface ArrangedRecordsProps extends Omit<ArrangedTableProps, 'controls'> {
  /** True while the user selects rows, which only the table allows. */
  isSelecting: boolean;
  /** The same records as a table with pages. */
  children: ReactNode;
}

type Display = 'arranged' | 'table';

/**
 * Shows records in their tree or manual order, or as a table, as the user prefers. Records that the user sorts otherwise
 * are shown as a table.
 */
export function ArrangedRecords({ children, isSelecting, ...shown }: ArrangedRecordsProps) {
  const { name, tree, storage, list } = shown.view.resource;
  const { translate } = useFormatContext();
  const { getArranged } = useExistingCalls();
  const { sort, setSort } = useListSortContext();
  const preferences = useListPreferences(name);
  if (storage !== 'table' || getArranged === undefined) return children;
  const declared = sortOrNone(list.sort);
  const isSorted = sort.field !== declared.field || sort.order !== declared.order;
  const preferred = preferences.value.display ?? (tree === null ? 'table' : 'arranged');
  const display = isSorted || isSelecting ? 'table' : preferred;
  const controls = (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={translate('tree.display')}
      value={display}
      onChange={(_, chosen: Display | null) => {
        if (chosen === null) return;
        preferences.change((now) => ({ ...now, display: chosen }));
        if (chosen === 'arranged' && isSorted) setSort(declared);
      }}
    >
      <ToggleButton value="arranged">{translate(tree === null ? 'tree.as_ordered' : 'tree.as_tree')}</ToggleButton>
      <ToggleButton value="table">{translate('tree.as_table')}</ToggleButton>
    </ToggleButtonGroup>
  );
  if (display === 'arranged') return <ArrangedTable {...shown} controls={controls} />;
  return (
    <>
      <Box sx={barStyles}>{controls}</Box>
      {children}
    </>
  );
}
