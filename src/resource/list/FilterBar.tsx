import { Button, Stack } from '@mui/material';
import { memo, useRef } from 'react';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useKeptFocus } from '#console/ui/useKeptFocus.ts';
import { FieldFilter } from './FieldFilter.tsx';
import { replaceFilter, useListFilter } from './useListFilter.ts';
import { SearchBox } from './SearchBox.tsx';
import { SortSelect } from './SortSelect.tsx';
import { chosenTab } from './StatusTabs.tsx';

interface FilterBarProps {
  resource: Resource;
  /** Sources of fields whose controls are elsewhere. */
  filteredAbove: readonly string[];
}

const CONTROLS = 'button, input, [role=combobox]';

/**
 * The search box and a control for each filterable field. The field of the tabs only has one while its filter has
 * several choices, which no tab shows.
 */
export const FilterBar = memo(function FilterBar({ resource, filteredAbove }: FilterBarProps) {
  const [filter, setFilter] = useListFilter();
  const { list } = resource;
  const isAbove = ({ source }: Field) =>
    filteredAbove.includes(source) || (source === list.tabs?.source && chosenTab(filter, list.tabs) !== null);
  const fields = list.filters.filter((field) => !isAbove(field));
  const context = useFormatContext();
  const { translate } = context;
  const bar = useRef<HTMLDivElement>(null);
  const onFocus = useKeptFocus(() => [...(bar.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].at(-1));
  const setField = (field: Field, part: Filter) => setFilter(replaceFilter(filter, field, part, list.filters));
  const search = (text: string) => {
    const { q: _, ...others } = filter;
    setFilter(text === '' ? others : { ...others, q: text }, undefined, true);
  };
  const searched = list.search.map((field) => fieldLabel(field, context));
  return (
    <Stack
      ref={bar}
      onFocus={onFocus}
      role="group"
      aria-label={translate('filters.title')}
      sx={{ flexDirection: { xs: 'column', sm: 'row' }, alignItems: { sm: 'flex-start' }, gap: 1, minWidth: 0 }}
    >
      {searched.length > 0 && (
        <SearchBox value={String(filter['q'] ?? '')} placeholder={searched.join(' / ')} onSearch={search} />
      )}
      <Stack
        direction="row"
        // Chromium doesn't scroll to a focused control that is partly visible.
        onFocus={({ target }) => target.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })}
        sx={{ gap: 1, flexWrap: { xs: 'nowrap', sm: 'wrap' }, overflowX: { xs: 'auto', sm: 'visible' }, minWidth: 0 }}
      >
        <SortSelect resource={resource} />
        {fields.map((field) => (
          <FieldFilter
            key={field.source}
            resource={resource}
            field={field}
            filter={filter}
            onChange={(part) => setField(field, part)}
          />
        ))}
        {Object.keys(filter).length > 0 && (
          <Button size="small" onClick={() => setFilter({})} sx={{ flex: 'none', height: 'var(--tool-height)' }}>
            {translate('list.clear_filters')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
});
