import { Button, Stack } from '@mui/material';
import { memo, useRef } from 'react';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useKeptFocus } from '#console/interaction/useKeptFocus.ts';
import { FieldFilter } from './FieldFilter.tsx';
import type { ListParams } from './listParams.ts';
import { replaceFilter } from './replaceFilter.ts';
import { SearchBox } from './SearchBox.tsx';
import { SortSelect } from './SortSelect.tsx';
import type { ListActions } from './useListParams.ts';

interface FilterBarProps {
  resource: Resource;
  filter: Filter;
  sort: ListParams['sort'];
  actions: ListActions;
  /** Sources of fields whose controls are elsewhere. */
  filteredAbove: readonly string[];
}

const CONTROLS = 'button, input, [role=combobox]';

/** The search box and one control for each field that the list can be narrowed by. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { resource, filter, sort, actions, filteredAbove } = props;
  const { list } = resource;
  const fields = list.filters.filter(({ source }) => !filteredAbove.includes(source));
  const { translate } = useFormatContext();
  const bar = useRef<HTMLDivElement>(null);
  const onFocus = useKeptFocus(() => [...(bar.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].at(-1));
  const setField = (field: Field, part: Filter) =>
    actions.changeFilter((current) => replaceFilter(current, field, part, list.filters));
  const search = (text: string) =>
    actions.changeFilter(({ q: _, ...others }) => (text === '' ? others : { ...others, q: text }), { replace: true });
  return (
    <Stack
      ref={bar}
      onFocus={onFocus}
      role="group"
      aria-label={translate('filters.title')}
      sx={{ flexDirection: { xs: 'column', sm: 'row' }, alignItems: { sm: 'flex-start' }, gap: 1, minWidth: 0 }}
    >
      {list.search.length > 0 && <SearchBox value={String(filter['q'] ?? '')} onSearch={search} />}
      <Stack
        direction="row"
        sx={{ gap: 1, flexWrap: { xs: 'nowrap', sm: 'wrap' }, overflowX: { xs: 'auto', sm: 'visible' }, minWidth: 0 }}
      >
        <SortSelect resource={resource} sort={sort} onSort={actions.changeSort} />
        {fields.map((field) => (
          <FieldFilter key={field.source} {...{ resource, field, filter }} onChange={(part) => setField(field, part)} />
        ))}
        {Object.keys(filter).length > 0 && (
          <Button
            size="small"
            onClick={() => actions.changeFilter(() => ({}))}
            sx={{ flex: 'none', height: 'var(--tool-height)' }}
          >
            {translate('list.clear_filters')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
});
