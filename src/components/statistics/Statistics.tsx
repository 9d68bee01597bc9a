import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { LONGEST_PERIOD } from '#shared/contract/submerchantStatistics.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { Notice } from '#console/views/state/Notice.tsx';
import { BranchPath } from './BranchPath.tsx';
import { CurrencyBlock } from './CurrencyBlock.tsx';
import { isTooLong } from './period.ts';
import { PeriodBar } from './PeriodBar.tsx';
import { useStatistics } from './useStatistics.ts';

/** Totals, days and branches of a period: one block a currency. */
export function Statistics({ resource }: { resource: Resource }) {
  const { translate } = useFormatContext();
  const state = useStatistics(resource);
  const { data, error, isUpdating } = state;
  const retry = { label: translate('list.retry'), onClick: () => void state.refetch() };
  return (
    <Stack component="section" aria-label={translate('statistics.heading')} sx={{ gap: 2, minWidth: 0 }}>
      <PeriodBar resource={resource} state={state} />
      {isTooLong(state.period) ? (
        <Notice
          title={translate('statistics.too_long', { max: LONGEST_PERIOD })}
          text={translate('statistics.choose_fewer')}
        />
      ) : error ? (
        <Notice role="alert" title={translate('statistics.failed')} text={errorText(error, translate)} action={retry} />
      ) : (
        <>
          <BranchPath state={state} />
          <Box aria-busy={!data || isUpdating} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
            {data?.currencies.map((statistics) => (
              <CurrencyBlock key={statistics.currency} {...{ statistics, overview: data, state }} />
            )) ?? <Skeleton variant="rounded" height={720} />}
          </Box>
        </>
      )}
      <Box sx={{ mt: 1 }}>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {translate('statistics.by_day_and_submerchant')}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ textWrap: 'pretty' }}>
          {translate('statistics.success_rate')}: {translate('statistics.about_rate')}
        </Typography>
      </Box>
    </Stack>
  );
}
