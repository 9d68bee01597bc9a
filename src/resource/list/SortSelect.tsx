import { Typography } from '@mui/material';
import { useListSortContext } from 'react-admin';
import { isSortable } from '#shared/declaration/fieldTraits.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { filterName } from '#console/fields/filters/FilterPill.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { SelectButton } from '#console/fields/choice/SelectButton.tsx';
import { fieldLabel } from '#shared/format/fieldLabel.ts';

const ARROW = { DESC: '↓', ASC: '↑' } as const;

/** Selects the sort order on narrow screens, where there is no header to click. */
export function SortSelect({ resource }: { resource: Resource }) {
  const { sort, setSort } = useListSortContext();
  const context = useFormatContext();
  const choices = resource.list.columns.filter(isSortable).flatMap((field) =>
    (['DESC', 'ASC'] as const).map((order) => ({
      field: field.source,
      order,
      id: `${field.source} ${order}`,
      name: `${fieldLabel(field, context)} ${ARROW[order]}`,
    })),
  );
  const current = choices.find(({ field, order }) => field === sort.field && order === sort.order);
  const choose = (chosen: string) => {
    const choice = choices.find(({ id }) => id === chosen);
    if (choice) setSort({ field: choice.field, order: choice.order });
  };
  if (choices.length === 0) return null;
  const label = context.translate('list.sort_by');
  return (
    <SelectButton
      label={label}
      choices={choices}
      chosen={current ? [current.id] : []}
      onPress={choose}
      name={{ 'aria-label': label }}
      sx={select}
    >
      <Typography component="span" noWrap sx={{ fontSize: '0.8125rem' }}>
        {filterName(label, current?.name ?? '', context.translate)}
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
