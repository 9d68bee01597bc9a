import { Typography } from '@mui/material';
import { isSortable } from '#shared/declaration/fieldTraits.ts';
import type { Resource, Sort } from '#shared/declaration/resource.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { SelectButton } from '#console/fieldTypes/select/SelectButton.tsx';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import type { ListParams } from './listParams.ts';

const ARROW = { DESC: '↓', ASC: '↑' } as const;

interface SortSelectProps {
  resource: Resource;
  sort: ListParams['sort'];
  onSort(sort: Sort): void;
}

/** The order of the rows, where the screen is too narrow for a header to click on. */
export function SortSelect({ resource, sort, onSort }: SortSelectProps) {
  const context = useFormatContext();
  const orders = resource.list.columns
    .filter((field) => isSortable(field))
    .flatMap((field) => (['DESC', 'ASC'] as const).map((order) => ({ field, order })));
  const choices = orders.map(({ field, order }) => ({
    ...{ field: field.source, order, id: `${field.source} ${order}` },
    name: `${fieldLabel(field, context)} ${ARROW[order]}`,
  }));
  const current = choices.find(({ field, order }) => field === sort?.field && order === sort.order);
  const choose = (chosen: string) => {
    const choice = choices.find(({ id }) => id === chosen);
    if (choice) onSort({ field: choice.field, order: choice.order });
  };
  if (choices.length === 0) return null;
  const label = context.translate('list.sort_by');
  return (
    <SelectButton
      {...{ label, choices }}
      chosen={current ? [current.id] : []}
      onPress={choose}
      name={{ 'aria-label': label }}
      sx={select}
    >
      <Typography component="span" noWrap sx={{ fontSize: '0.8125rem' }}>
        {current?.name ?? label}
      </Typography>
    </SelectButton>
  );
}

const select = {
  display: { xs: 'inline-flex', sm: 'none' },
  flex: 'none',
  height: 'var(--tool-height, 32px)',
  pl: 1.25,
  pr: 0.75,
  border: 1,
  borderColor: 'divider',
  backgroundColor: 'background.paper',
};
