import { Box } from '@mui/material';
import { memo, type ReactNode } from 'react';
import { useListSortContext } from 'react-admin';
import { type Field, fieldLabel, isSortable } from '@merchant-console/declaration';
import { fieldTypeOf } from '../fields/fieldTypes.ts';
import { type FormatContext, useFormatContext } from '../ui/FormatContext.ts';
import { visuallyHidden } from '../ui/visuallyHidden.ts';
import { hasLead, type Column, type TableParts } from './columns.ts';
import { sortIcon } from './table/rowIcons.tsx';

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const;

interface HeaderRowProps {
  columns: readonly Column[];
  parts: TableParts;
  /** Selection state of the page's rows. */
  pageSelected: PageSelected;
  onSelectPage(on: boolean): void;
}

/** Column headers. Those of sortable columns are buttons. */
export const HeaderRow = memo(function HeaderRow({ columns, parts, pageSelected, onSelectPage }: HeaderRowProps) {
  const context = useFormatContext();
  const { sort, setSort } = useListSortContext();
  return (
    <tr role="row">
      {hasLead(parts) && (
        <th role="columnheader" scope="col" data-part="lead">
          {parts.select ? (
            <SelectPage selected={pageSelected} onSelect={onSelectPage} />
          ) : (
            <Box sx={visuallyHidden}>{context.translate('list.expand')}</Box>
          )}
        </th>
      )}
      {columns.map(({ field, align, slot }) => {
        const name = headerOf(field, context);
        const cell = { role: 'columnheader', scope: 'col', 'data-align': align, 'data-slot': slot } as const;
        if (!isSortable(field)) {
          return (
            <th key={field.source} {...cell}>
              {name}
            </th>
          );
        }
        const active = sort.field === field.source;
        const next = active && sort.order === 'ASC' ? 'DESC' : 'ASC';
        return (
          <th key={field.source} {...cell} aria-sort={active ? ARIA_SORT[sort.order] : 'none'}>
            <button
              type="button"
              data-sorted={active ? sort.order : undefined}
              onClick={() => setSort({ field: field.source, order: next })}
            >
              {name}
              {sortIcon}
            </button>
          </th>
        );
      })}
      {parts.menu && (
        <th role="columnheader" scope="col" data-part="menu">
          <Box sx={visuallyHidden}>{context.translate('list.actions')}</Box>
        </th>
      )}
    </tr>
  );
});

/** Name of a column, with its unit. */
export function headerOf(field: Field, context: FormatContext): ReactNode {
  const unit = fieldTypeOf(field).unit?.(context, field);
  return (
    <span>
      {fieldLabel(field, context)}
      {unit && ' '}
      {unit && <small>{unit}</small>}
    </span>
  );
}

export type PageSelected = 'none' | 'some' | 'all';

/** Checkbox that selects or deselects all rows of the page. */
function SelectPage({ selected, onSelect }: { selected: PageSelected; onSelect(on: boolean): void }) {
  const { translate } = useFormatContext();
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = selected === 'some';
      }}
      type="checkbox"
      checked={selected === 'all'}
      onChange={() => onSelect(selected !== 'all')}
      aria-label={translate('selection.select_page')}
    />
  );
}
