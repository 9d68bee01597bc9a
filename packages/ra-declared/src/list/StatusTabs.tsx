import { ButtonBase, Stack } from '@mui/material';
import { memo, type KeyboardEvent } from 'react';
import type { Filter } from '@merchant-console/protocol';
import { choiceLabel, type FieldOf } from '@merchant-console/declaration';
import type { FilterValue } from '../fields/FieldTypeDefinition.ts';
import { filterValues } from '../fields/filters/filterValues.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { replaceFilter, useListFilter } from './useListFilter.ts';

const ALL = '';

interface StatusTabsProps {
  field: FieldOf<'enum'>;
  /** ID of the list that the tabs filter. */
  controls: string;
}

/** Tabs for all records and for each state. No tab is selected while the filter has several states. */
export const StatusTabs = memo(function StatusTabs({ field, controls }: StatusTabsProps) {
  const context = useFormatContext();
  const [filter, setFilter] = useListFilter();
  const choose = (id: string) => setFilter(replaceFilter(filter, field, id === ALL ? {} : { [field.source]: [id] }));
  const tabs = [
    { id: ALL, label: context.translate('status.all') },
    ...field.choices.map(({ id }) => ({ id, label: choiceLabel(id, field, context) })),
  ];
  const current = chosenTab(filter, field);
  return (
    <Stack
      role="tablist"
      aria-label={context.translate('list.quick_filter')}
      direction="row"
      onKeyDown={moveByArrows}
      sx={tablist}
    >
      {tabs.map(({ id, label }) => (
        <ButtonBase
          key={id}
          role="tab"
          aria-selected={id === current}
          aria-controls={controls}
          tabIndex={id === (current ?? ALL) ? 0 : -1}
          onClick={() => choose(id)}
          sx={tab}
        >
          {label}
        </ButtonBase>
      ))}
    </Stack>
  );
});

/** The choice whose tab is selected, '' for all records, or null if the filter has several choices. */
export function chosenTab(filter: Filter, field: FieldOf<'enum'>): FilterValue | null {
  const [chosen = ALL, ...more] = filterValues(filter, field.source);
  return more.length > 0 ? null : chosen;
}

/** Arrow keys move the focus between tabs and wrap around, as ARIA specifies. Enter chooses. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.findIndex((one) => one === document.activeElement);
  const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: (at + 1) % tabs.length, Home: 0, End: -1 };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  tabs.at(target)?.focus();
}

const tablist = { overflowX: 'auto', scrollbarWidth: 'none', borderBottom: 1, borderColor: 'divider' };

const tab = {
  flex: 'none',
  minHeight: 40,
  px: 1.5,
  fontSize: '0.875rem',
  fontWeight: 500,
  color: 'text.secondary',
  borderBottom: '2px solid transparent',
  transition: 'border-color 200ms, color 200ms',
  '&[aria-selected=true]': { color: 'primary.main', borderBottomColor: 'primary.main' },
  '&:hover': { color: 'text.primary' },
  '&[aria-selected=true]:hover': { color: 'primary.main' },
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
};
