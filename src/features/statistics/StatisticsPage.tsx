import { Box, Breadcrumbs, ButtonBase, Skeleton, Stack, Typography } from '@mui/material';
import { LONGEST_PERIOD, type Period } from '#shared/contract/submerchantStatistics.ts';
import { type Resource, tenantZone } from '@merchant-console/declaration';
import { PresetButtons } from '#console/features/figures/PeriodEnds.tsx';
import { DeclaredList, FieldFilter, type ResourceView, useFormatContext } from '@merchant-console/ra-declared';
import { datePresets, LoadFailure, Notice, replaceFilter } from '@merchant-console/ra-declared/internal';
import { OVERVIEW_FILTERS, isTooLong, useStatistics, type StatisticsState } from './useStatistics.ts';
import { CurrencyBlock } from './CurrencyBlock.tsx';

/** Business of sub-merchants in a period, above the list of their days. Both use the filter in the address. */
export function StatisticsPage({ view }: { view: ResourceView }) {
  return <DeclaredList view={view} above={<Statistics resource={view.resource} />} filteredAbove={OVERVIEW_FILTERS} />;
}

/** Totals, days and branches of a period, one block per currency. */
function Statistics({ resource }: { resource: Resource }) {
  const { translate } = useFormatContext();
  const state = useStatistics();
  const { data, error, isUpdating } = state;
  return (
    <Stack component="section" aria-label={translate('statistics.heading')} sx={{ gap: 2, minWidth: 0 }}>
      <PeriodBar resource={resource} state={state} />
      {isTooLong(state.period) ? (
        <Notice
          title={translate('statistics.too_long', { max: LONGEST_PERIOD })}
          text={translate('statistics.choose_fewer')}
        />
      ) : error ? (
        <LoadFailure isSmall title="statistics.failed" error={error} onRetry={state.refetch} />
      ) : (
        <>
          <BranchPath state={state} />
          <Box aria-busy={!data || isUpdating} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
            {data?.currencies.map((statistics) => (
              <CurrencyBlock key={statistics.currency} statistics={statistics} overview={data} state={state} />
            )) ?? <Skeleton variant="rounded" height={720} />}
          </Box>
        </>
      )}
      <Box sx={{ mt: 1 }}>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {translate('statistics.by_day_and_submerchant')}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ textWrap: 'pretty' }}>
          {translate('list.labelled', {
            label: translate('statistics.success_rate'),
            text: translate('statistics.about_rate'),
          })}
        </Typography>
      </Box>
    </Stack>
  );
}

/** Selects the days and the sub-merchant. */
function PeriodBar({ resource, state }: { resource: Resource; state: StatisticsState }) {
  const { translate } = useFormatContext();
  const { filter, today, period } = state;
  const fields = resource.list.filters.filter(({ source }) => OVERVIEW_FILTERS.includes(source));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <PresetButtons
        name={translate('statistics.period')}
        presets={datePresets}
        today={today}
        period={period}
        textOf={(key) => translate(`filters.presets.${key}`)}
        onChoose={state.choosePeriod}
      />
      {fields.map((field) => (
        <FieldFilter
          key={field.source}
          resource={resource}
          field={field}
          filter={filter}
          onChange={(part) => state.setFilter(replaceFilter(filter, field, part))}
        />
      ))}
    </Box>
  );
}

/** Path of the shown sub-merchant with links upwards, and the shown days. */
function BranchPath({ state }: { state: StatisticsState }) {
  const { translate, currencyData } = useFormatContext();
  const { data, today, period } = state;
  const steps = [{ id: null, name: translate('statistics.all') }, ...(data?.path ?? [])];
  const inWords = ({ from, to }: Period) => (from === to ? from : `${from} – ${to}`);
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Breadcrumbs aria-label={translate('statistics.path')}>
        {steps.map(({ id, name }, index) =>
          index === steps.length - 1 ? (
            <Typography key={id} aria-current="true" sx={{ fontWeight: 600 }}>
              {name}
            </Typography>
          ) : (
            <ButtonBase
              key={id}
              onClick={() => state.chooseBranch(id)}
              sx={{ font: 'inherit', color: 'primary.main', minHeight: 24, borderRadius: 0.5 }}
            >
              {name}
            </ButtonBase>
          ),
        )}
      </Breadcrumbs>
      <Typography
        variant="body2"
        color="text.secondary"
        sx={{ fontVariantNumeric: 'tabular-nums', minHeight: '1.54em' }}
      >
        {data &&
          translate(period.to >= today ? 'statistics.days_so_far' : 'statistics.days', {
            period: inWords(data.period),
            previous: inWords(data.previous),
            zone: tenantZone(currencyData),
          })}
      </Typography>
    </Box>
  );
}
