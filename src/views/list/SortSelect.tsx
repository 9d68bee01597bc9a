import { MenuItem, Select } from '@mui/material';
import { isSortable } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import type { ListParams } from './listParams.ts';

const ARROW = { DESC: '↓', ASC: '↑' } as const;

interface SortSelectProps {
  resource: Resource;
  sort: ListParams['sort'];
  onSort(sort: ListParams['sort']): void;
}

/** The order of the rows, where the screen is too narrow for a header to click on. */
export function SortSelect({ resource, sort, onSort }: SortSelectProps) {
  const context = useFormatContext();
  const orders = resource.list.columns
    .filter((field) => isSortable(field))
    .flatMap((field) => (['DESC', 'ASC'] as const).map((order) => ({ field, order })));
  const keyOf = (field: string, order: string) => `${field} ${order}`;
  const current = keyOf(sort.field, sort.order);
  const choose = (key: string) => {
    const chosen = orders.find(({ field, order }) => keyOf(field.source, order) === key);
    if (chosen) onSort({ field: chosen.field.source, order: chosen.order });
  };
  if (!orders.some(({ field, order }) => keyOf(field.source, order) === current)) return null;
  return (
    <Select
      size="small"
      value={current}
      onChange={(event) => choose(event.target.value)}
      SelectDisplayProps={{ 'aria-label': context.translate('list.sort_by') }}
      sx={{
        display: { sm: 'none' },
        flex: 'none',
        height: 32,
        fontSize: '0.8125rem',
        backgroundColor: 'background.paper',
      }}
    >
      {orders.map(({ field, order }) => (
        <MenuItem key={keyOf(field.source, order)} value={keyOf(field.source, order)}>
          {fieldLabel(field, context)} {ARROW[order]}
        </MenuItem>
      ))}
    </Select>
  );
}
