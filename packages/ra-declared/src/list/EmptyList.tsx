import InboxOutlinedIcon from '@mui/icons-material/InboxOutlined';
import SearchOffOutlinedIcon from '@mui/icons-material/SearchOffOutlined';
import {
  addDays,
  countDays,
  dayInZone,
  endOfDay,
  type Field,
  fieldLabel,
  filterOf,
  readInstant,
  type Resource,
  startOfDay,
} from '@merchant-console/declaration';
import { useFormatContext } from '../ui/FormatContext.ts';
import { Notice } from '../ui/Notice.tsx';
import type { ResourceView } from '../ResourceView.ts';
import { NewRecordLink } from './toolbar/NewRecordLink.tsx';
import { useListFilter, replaceFilter } from './useListFilter.ts';
import { Button, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Filter } from '@merchant-console/protocol';
import { describeFilter } from '../fields/filters/describeFilter.ts';
import { filterName } from '../fields/filters/FilterPill.tsx';
import { calendarZone } from '../fields/datetime/calendarText.ts';
import { filterKeys, filterValues } from '../fields/filters/filterValues.ts';

/** Shown if there are no rows. Offers to add a record or, if a filter is set, filters that match more. */
export function EmptyList({ view }: { view: ResourceView }) {
  const { resource, canCreate } = view;
  const [filter, setFilter] = useListFilter();
  const { translate } = useFormatContext();
  if (Object.keys(filter).length === 0) {
    return (
      <Notice
        icon={<InboxOutlinedIcon />}
        title={translate('list.empty_title')}
        text={translate(canCreate ? 'emptyList.add_first' : 'list.empty_hint')}
      >
        {canCreate && <NewRecordLink view={view} sx={{ mt: 2, px: { xs: 1.25 } }} />}
      </Notice>
    );
  }
  return (
    <Notice
      icon={<SearchOffOutlinedIcon />}
      title={translate('list.no_results_title')}
      text={translate('list.no_results_hint')}
      action={{ label: translate('list.clear_filters'), onClick: () => setFilter({}) }}
    >
      <FilterSuggestions resource={resource} />
    </Notice>
  );
}

/** Suggestions of one click each: a longer range of days, or one filter less. */
function FilterSuggestions({ resource }: { resource: Resource }) {
  const [filter, setFilter] = useListFilter();
  const context = useFormatContext();
  const { translate, clock, currencyData } = context;
  const set = (field: Field, part: Filter) => setFilter(replaceFilter(filter, field, part, resource.list.filters));
  const described = resource.list.filters
    .map((field) => ({ field, label: fieldLabel(field, context), text: describeFilter(filter, field, context) }))
    .filter(({ text }) => text !== '');
  const ranges = described.filter(({ field }) => hasDayRange(filter, field));
  const others = described.filter(({ field }) => !hasDayRange(filter, field));
  const { q = '', ...withoutSearch } = filter;
  return (
    <>
      {ranges.map(({ field, label }) => (
        <Suggestions key={field.source} title={translate('emptyList.extend', { field: label })}>
          {widenedRanges(filter, field, clock.now(), calendarZone(field, currencyData)).map(
            ({ days, filter: part }) => (
              <Suggestion key={days} label={translate('emptyList.days', { days })} onClick={() => set(field, part)} />
            ),
          )}
          <Suggestion label={translate('emptyList.all_time')} onClick={() => set(field, {})} />
        </Suggestions>
      ))}
      {(others.length > 0 || q !== '') && (
        <Suggestions title={translate('emptyList.remove')}>
          {q !== '' && (
            <Suggestion
              label={filterName(translate('list.search'), String(q), translate)}
              onClick={() => setFilter(withoutSearch)}
            />
          )}
          {others.map(({ field, label, text }) => (
            <Suggestion key={field.source} label={filterName(label, text, translate)} onClick={() => set(field, {})} />
          ))}
        </Suggestions>
      )}
    </>
  );
}

function Suggestions({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack role="group" aria-label={title} direction="row" sx={row}>
      <Typography variant="body2" color="text.secondary">
        {title}
      </Typography>
      {children}
    </Stack>
  );
}

const row = { flexWrap: 'wrap', justifyContent: 'center', alignItems: 'center', gap: 1, mt: 1.5, maxWidth: 640 };

function Suggestion({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      onClick={onClick}
      sx={{ py: 0.25, borderColor: 'divider', maxWidth: '100%', overflowWrap: 'anywhere' }}
    >
      {label}
    </Button>
  );
}

/** Lengths of ranges to offer instead of a shorter one, in days. */
const LENGTHS = [7, 30, 90] as const;

interface WidenedRange {
  /** In days, including the last. */
  days: number;
  /** Filter of the field for this range. */
  filter: Filter;
}

/** True if a filter has a range of days for `field`. */
export function hasDayRange(filter: Filter, field: Field): boolean {
  if ((field.type !== 'date' && field.type !== 'datetime') || filterOf(field) !== 'range') return false;
  return filterKeys(field).some((key) => filter[key] !== undefined);
}

/**
 * Longer ranges that end on the same day as the filter's, or today if it has no end, in the calendar of `zone`. Empty
 * for a range without a start, which can't be extended.
 */
export function widenedRanges(filter: Filter, field: Field, now: Date, zone: string): WidenedRange[] {
  const [fromKey, toKey] = filterKeys(field);
  const dayOf = (key: string | undefined) => {
    const [value] = filterValues(filter, key);
    if (field.type === 'date') return typeof value === 'string' ? value : null;
    const instant = readInstant(value);
    return instant && dayInZone(instant, zone);
  };
  const from = dayOf(fromKey);
  if (fromKey === undefined || toKey === undefined || from === null) return [];
  const to = dayOf(toKey);
  const last = to ?? dayInZone(now, zone);
  const length = countDays({ from, to: last });
  return LENGTHS.filter((days) => days > length).map((days) => {
    const first = addDays(last, 1 - days);
    const isDay = field.type === 'date';
    return {
      days,
      filter: {
        [fromKey]: isDay ? first : startOfDay(first, zone).toISOString(),
        ...(to !== null && { [toKey]: isDay ? last : endOfDay(last, zone).toISOString() }),
      },
    };
  });
}
