import { isSortable } from '#shared/declaration/fieldSchema.ts';
import { Box, TableCell, TableRow, TableSortLabel } from '@mui/material';
import { fieldTypeOf } from '#console/fieldTypes/fieldTypes.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { memo } from 'react';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import type { Column } from './columns.ts';
import { outOfSight } from '../state/outOfSight.ts';
import type { ListParams } from './listParams.ts';
import { SelectPage, type PageSelected } from './selection/SelectPage.tsx';
import { hasLead, type TableParts } from './table/TableParts.ts';

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const;
const DIRECTION = { ASC: 'asc', DESC: 'desc' } as const;

interface HeaderRowProps {
  columns: readonly Column[];
  sort: ListParams['sort'];
  onSort(sort: ListParams['sort']): void;
  parts: TableParts;
  /** How many of the page's rows are selected. */
  pageSelected: PageSelected;
  onSelectPage(on: boolean): void;
}

/** Names of the columns; those that can be sorted by are buttons. */
export const HeaderRow = memo(function HeaderRow(props: HeaderRowProps) {
  const { columns, sort, onSort, parts, pageSelected, onSelectPage } = props;
  const context = useFormatContext();
  return (
    <TableRow role="row">
      {hasLead(parts) && (
        <TableCell role="columnheader" scope="col" data-part="lead">
          {parts.select ? (
            <SelectPage selected={pageSelected} onSelect={onSelectPage} />
          ) : (
            <Box sx={outOfSight}>{context.translate('list.expand')}</Box>
          )}
        </TableCell>
      )}
      {columns.map(({ field, align, slot }) => {
        const unit = fieldTypeOf(field).unit?.(context);
        const name = (
          <span>
            {fieldLabel(field, context)}
            {unit && <small> {unit}</small>}
          </span>
        );
        const cell = { role: 'columnheader', scope: 'col', align, 'data-slot': slot } as const;
        if (!isSortable(field)) {
          return (
            <TableCell key={field.source} {...cell}>
              {name}
            </TableCell>
          );
        }
        const active = sort.field === field.source;
        const next = active && sort.order === 'ASC' ? 'DESC' : 'ASC';
        return (
          <TableCell key={field.source} {...cell} aria-sort={active ? ARIA_SORT[sort.order] : 'none'}>
            <TableSortLabel
              active={active}
              direction={active ? DIRECTION[sort.order] : 'asc'}
              onClick={() => onSort({ field: field.source, order: next })}
            >
              {name}
            </TableSortLabel>
          </TableCell>
        );
      })}
      {parts.menu && (
        <TableCell role="columnheader" scope="col" data-part="menu">
          <Box sx={outOfSight}>{context.translate('list.actions')}</Box>
        </TableCell>
      )}
    </TableRow>
  );
});
