import { isSortable } from '#shared/declaration/fieldSchema.ts';
import { TableCell, TableRow, TableSortLabel } from '@mui/material';
import { fieldLabel } from '#console/fieldTypes/fieldLabel.ts';
import { fieldTypeOf } from '#console/fieldTypes/fieldTypes.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { memo } from 'react';
import type { Column } from './columns.ts';
import type { ListParams } from './listParams.ts';

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const;
const DIRECTION = { ASC: 'asc', DESC: 'desc' } as const;

interface HeaderRowProps {
  columns: readonly Column[];
  sort: ListParams['sort'];
  onSort(sort: ListParams['sort']): void;
}

/** Names of the columns; those that can be sorted by are buttons. */
export const HeaderRow = memo(function HeaderRow({ columns, sort, onSort }: HeaderRowProps) {
  const context = useFormatContext();
  return (
    <TableRow role="row">
      {columns.map(({ field, align }) => {
        const unit = fieldTypeOf(field).unit?.(context);
        const name = (
          <span>
            {fieldLabel(field, context)}
            {unit && <small> {unit}</small>}
          </span>
        );
        const cell = { role: 'columnheader', scope: 'col', align } as const;
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
    </TableRow>
  );
});
