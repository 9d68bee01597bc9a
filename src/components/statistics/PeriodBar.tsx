import { Box } from '@mui/material';
import type { Resource } from '#shared/declaration/resource.ts';
import { datePresets } from '#console/fieldTypes/datetime/datePresets.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { FieldFilter } from '#console/views/list/FieldFilter.tsx';
import { replaceFilter } from '#console/views/list/replaceFilter.ts';
import { PresetButtons } from '../figures/PresetButtons.tsx';
import { OVERVIEW_FILTERS, type StatisticsState } from './useStatistics.ts';

/** Which days, and whose. */
export function PeriodBar({ resource, state }: { resource: Resource; state: StatisticsState }) {
  const { translate } = useFormatContext();
  const { filter, today, period } = state;
  const fields = resource.list.filters.filter(({ source }) => OVERVIEW_FILTERS.includes(source));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <PresetButtons
        name={translate('statistics.period')}
        presets={datePresets}
        {...{ today, period }}
        textOf={(key) => translate(`filters.presets.${key}`)}
        onChoose={state.choosePeriod}
      />
      {fields.map((field) => (
        <FieldFilter
          key={field.source}
          {...{ resource, field, filter }}
          onChange={(part) => state.changeFilter((current) => replaceFilter(current, field, part))}
        />
      ))}
    </Box>
  );
}
