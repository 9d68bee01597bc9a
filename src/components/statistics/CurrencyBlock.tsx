import { Box, Divider, Paper, Typography } from '@mui/material';
import type { CurrencyStatistics, StatisticsOverview } from '#shared/contract/submerchantStatistics.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { BranchTable } from './BranchTable.tsx';
import { DayTrend } from './DayTrend.tsx';
import { TotalFigures } from './TotalFigures.tsx';
import { KINDS, useOrdersLink } from './useOrdersLink.ts';
import type { StatisticsState } from './useStatistics.ts';

interface CurrencyBlockProps {
  statistics: CurrencyStatistics;
  overview: StatisticsOverview;
  state: StatisticsState;
}

/** All that is known in one currency. */
export function CurrencyBlock({ statistics, overview, state }: CurrencyBlockProps) {
  const { translate } = useFormatContext();
  const linkTo = useOrdersLink(overview, statistics.currency);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={translate('statistics.of_currency', { currency: statistics.currency })}
      sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5, minWidth: 0 }}
    >
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {translate('statistics.of_currency', { currency: statistics.currency })}
      </Typography>
      <Box
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {KINDS.map((kind) => (
          <TotalFigures key={kind} {...{ kind, statistics, linkTo }} />
        ))}
      </Box>
      <Divider />
      <DayTrend {...{ statistics, linkTo }} days={overview.days} onPeriod={state.choosePeriod} />
      {overview.members.length > 0 && (
        <>
          <Divider />
          <BranchTable {...{ statistics, linkTo }} members={overview.members} onBranch={state.chooseBranch} />
        </>
      )}
    </Paper>
  );
}
