import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, Stack, Typography } from '@mui/material';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useListSortContext } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import { type Field, fieldLabel, isSortable, type Resource } from '@merchant-console/declaration';
import { SelectButton } from '../fields/choice/SelectButton.tsx';
import { filterName } from '../fields/filters/FilterPill.tsx';
import { MAX_FILTER_LENGTH } from '../fields/filters/filterValues.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { useKeptFocus } from '../ui/useKeptFocus.ts';
import { FieldFilter } from './FieldFilter.tsx';
import { replaceFilter, useListFilter } from './useListFilter.ts';
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

const ARROW = { DESC: '↓', ASC: '↑' } as const;

interface SortSelectProps {
  resource: Resource;
  /** True to be shown on wide screens, false on narrow ones. */
  isWide?: boolean;
}

/** Selects the sort order where there is no header to click: on narrow screens, and above cards. */
export function SortSelect({ resource, isWide }: SortSelectProps) {
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
      sx={[select, isWide ? wideSelect : {}]}
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

const wideSelect = { display: { xs: 'none', sm: 'inline-flex' } };

/**
 * Pause in typing before the search, in milliseconds. Long enough not to search at each key, short enough not to be
 * noticed.
 */
const PAUSE_MS = 250;

interface SearchBoxProps {
  /** The list's current search text. */
  value: string;
  /** Names of the fields that are searched. */
  placeholder: string;
  onSearch(text: string): void;
}

/** Search box for all numbers and names of a record. Searches after a pause in typing, or immediately on Enter. */
function SearchBox({ value, placeholder, onSearch }: SearchBoxProps) {
  const { translate } = useFormatContext();
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  // A value that isn't the one last sent comes from elsewhere, such as "Clear filters" or the Back button.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const search = () => {
    if (text.trim() === sent) return;
    setSent(text.trim());
    onSearch(text.trim());
  };
  const searchAfterPause = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchAfterPause(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <form
      role="search"
      aria-label={translate('list.search')}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Box sx={box}>
        <SearchIcon />
        <input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={placeholder}
          title={placeholder}
          aria-label={translate('list.search')}
          maxLength={MAX_FILTER_LENGTH}
        />
      </Box>
    </form>
  );
}

const box = {
  display: 'flex',
  alignItems: 'center',
  width: { xs: '100%', sm: 280 },
  height: 'var(--tool-height, 32px)',
  border: 1,
  borderColor: 'action.disabled',
  borderRadius: 1,
  backgroundColor: 'background.paper',
  '&:hover': { borderColor: 'text.secondary' },
  '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-1px' },
  '& > svg': { flex: 'none', mx: 1, fontSize: 18, color: 'text.secondary' },
  '& > input': {
    flex: 1,
    minWidth: 0,
    height: '100%',
    textOverflow: 'ellipsis',
    p: 0,
    pr: 1,
    border: 0,
    outline: 0,
    font: 'inherit',
    fontSize: '0.8125rem',
    color: 'inherit',
    backgroundColor: 'transparent',
    // Phones zoom into an input whose text is smaller than 16 px.
    '@media (pointer: coarse)': { fontSize: '1rem' },
    '&::placeholder': { color: 'text.secondary', opacity: 1 },
  },
};
