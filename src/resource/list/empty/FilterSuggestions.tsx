import { Button, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { describeFilter } from '#console/fields/filters/describeFilter.ts';
import { filterName } from '#console/fields/filters/FilterPill.tsx';
import { calendarZone } from '#console/fields/datetime/calendarText.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { replaceFilter } from '../replaceFilter.ts';
import { useListFilter } from '../useListFilter.ts';
import { hasDayRange, widenedRanges } from './widenedRanges.ts';

/** One click each: a longer range of days, or one filter less. */
export function FilterSuggestions({ resource }: { resource: Resource }) {
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
