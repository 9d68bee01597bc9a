import { Breadcrumbs, ButtonBase, Box, Typography } from '@mui/material';
import type { Period } from '#shared/contract/submerchantStatistics.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import type { StatisticsState } from './useStatistics.ts';

/** Whose figures these are, with the way back up, and of which days. */
export function BranchPath({ state }: { state: StatisticsState }) {
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
          translate('statistics.days', {
            period: inWords(data.period),
            previous: inWords(data.previous),
            zone: currencyData.time_zone,
          })}{' '}
        {period.to >= today && translate('statistics.today_goes_on')}
      </Typography>
    </Box>
  );
}
