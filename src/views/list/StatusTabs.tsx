import { Tab, Tabs } from '@mui/material';
import { memo } from 'react';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { filterValues } from '#console/fieldTypes/filters/filterValues.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { choiceLabel } from '#shared/format/choiceLabel.ts';
import { replaceFilter } from './replaceFilter.ts';
import type { ListActions } from './useListParams.ts';

const ALL = '';

interface StatusTabsProps {
  field: FieldOf<'enum'>;
  /** The whole list's filter. */
  filter: Filter;
  actions: ListActions;
  /** Id of the list that the tabs narrow. */
  controls: string;
}

/** All records or those in one state. No tab is selected while a filter asks for several states. */
export const StatusTabs = memo(function StatusTabs({ field, filter, actions, controls }: StatusTabsProps) {
  const context = useFormatContext();
  const [chosen = ALL, ...more] = filterValues(filter, field.source);
  const choose = (id: string) =>
    actions.changeFilter((current) => replaceFilter(current, field, id === ALL ? {} : { [field.source]: [id] }));
  return (
    <Tabs
      value={more.length > 0 ? false : chosen}
      onChange={(_event, id: string) => choose(id)}
      aria-label={context.translate('list.quick_filter')}
      variant="scrollable"
      scrollButtons={false}
      sx={{
        minHeight: 40,
        borderBottom: 1,
        borderColor: 'divider',
        '& .MuiTab-root': { textTransform: 'none', minHeight: 40, minWidth: 0, px: 1.5 },
      }}
    >
      <Tab value={ALL} label={context.translate('status.all')} aria-controls={controls} />
      {field.choices.map(({ id }) => (
        <Tab key={id} value={id} label={choiceLabel(id, field, context)} aria-controls={controls} />
      ))}
    </Tabs>
  );
});
