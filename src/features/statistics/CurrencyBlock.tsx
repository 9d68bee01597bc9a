import { Box, Button, Divider, Paper, Typography, useTheme } from '@mui/material';
import { useState } from 'react';
import type {
  CurrencyStatistics,
  Figures,
  Period,
  StatisticsOverview,
} from '#shared/contract/submerchantStatistics.ts';
import { formatCount, scaleOfCurrency } from '@merchant-console/declaration';
import { Figure, RateFigure, compareFigures } from '#console/features/figures/Figure.tsx';
import { TrendChart } from '#console/features/figures/TrendChart.tsx';
import { useAmount } from '#console/features/figures/useAmount.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { cardPadding, Link } from '@merchant-console/ra-declared/internal';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import {
  KINDS,
  useFilteredOrdersLink,
  type FilteredOrdersLink,
  type Kind,
  type StatisticsState,
} from './useStatistics.ts';
import { BranchTable } from './BranchTable.tsx';

interface CurrencyBlockProps {
  statistics: CurrencyStatistics;
  overview: StatisticsOverview;
  state: StatisticsState;
}

/** All figures of one currency. */
export function CurrencyBlock({ statistics, overview, state }: CurrencyBlockProps) {
  const { translate } = useFormatContext();
  const linkTo = useFilteredOrdersLink(overview, statistics.currency);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={translate('statistics.of_currency', { currency: statistics.currency })}
      sx={{ p: cardPadding, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5, minWidth: 0 }}
    >
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {translate('statistics.of_currency', { currency: statistics.currency })}
      </Typography>
      <Box
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {KINDS.map((kind) => (
          <TotalFigures key={kind} kind={kind} statistics={statistics} linkTo={linkTo} />
        ))}
      </Box>
      <Divider />
      <DayTrend statistics={statistics} linkTo={linkTo} days={overview.days} onPeriod={state.choosePeriod} />
      {overview.members.length > 0 && (
        <>
          <Divider />
          <BranchTable
            statistics={statistics}
            linkTo={linkTo}
            members={overview.members}
            onBranch={state.chooseBranch}
          />
        </>
      )}
    </Paper>
  );
}

interface TotalFiguresProps {
  kind: Kind;
  statistics: CurrencyStatistics;
  linkTo: FilteredOrdersLink;
}

/** Totals of collections or payouts, each compared with the previous period. */
function TotalFigures({ kind, statistics, linkTo }: TotalFiguresProps) {
  const { currency, total, previous, [`${kind}_since` as const]: since } = statistics;
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  const now = figuresOf(total, kind);
  const before = previous && figuresOf(previous, kind);
  const title = translate(`statistics.${kind}`);
  const succeeded = linkTo({ kind, outcome: 'success' });
  const compared = (of: (figures: ReturnType<typeof figuresOf>) => string | number) =>
    compareFigures(BigInt(of(now)), before && BigInt(of(before)), since);
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box component="dl" sx={GRID}>
        <Figure
          size="main"
          name={translate('statistics.amount')}
          text={amount(now.amount)}
          to={succeeded}
          comparison={compared((one) => one.amount)}
        />
        <Figure
          size="main"
          name={translate('statistics.count')}
          text={formatCount(now.count)}
          to={linkTo({ kind })}
          comparison={compared((one) => one.count)}
        />
        <Figure
          size="main"
          name={translate('statistics.success_count')}
          text={formatCount(now.success)}
          to={succeeded}
          comparison={compared((one) => one.success)}
        />
        <Figure
          size="main"
          name={translate('statistics.fee')}
          text={amount(now.fee)}
          to={succeeded}
          comparison={compared((one) => one.fee)}
        />
        <RateFigure rate={now.rate} before={before?.rate ?? null} since={since} />
        <Figure
          size="main"
          name={translate('statistics.open')}
          text={formatCount(now.open)}
          to={linkTo({ kind, outcome: 'open' })}
        />
      </Box>
    </Box>
  );
}

function figuresOf(figures: Figures, kind: Kind) {
  return {
    count: figures[`${kind}_count`],
    open: figures[`${kind}_open_count`],
    success: figures[`${kind}_success_count`],
    rate: figures[`${kind}_success_rate`],
    amount: figures[`${kind}_amount`],
    fee: figures[`${kind}_fee`],
  };
}

const GRID = {
  display: 'grid',
  m: 0,
  columnGap: 3,
  rowGap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
};

interface DayTrendProps {
  statistics: CurrencyStatistics;
  days: readonly string[];
  linkTo: FilteredOrdersLink;
  onPeriod(period: Period): void;
}

const MEASURES = ['amount', 'count'] as const;
type Measure = (typeof MEASURES)[number];

/** Successful collections and payouts by day, each linked to its orders. */
function DayTrend({ statistics: { currency, by_day }, days, linkTo, onPeriod }: DayTrendProps) {
  const { translate, currencyData } = useFormatContext();
  const { palette } = useTheme();
  const [measure, setMeasure] = useState<Measure>('amount');
  const [chosen, setChosen] = useState<string | null>(null);
  const scale = measure === 'amount' ? scaleOfCurrency(currency, currencyData) : 0;
  const colors: Record<Kind, string> = { collection: palette.primary.main, payout: palette.warning.main };
  const source = { amount: 'amount', count: 'success_count' } as const;
  const series = KINDS.map((kind) => ({
    key: kind,
    label: translate(`statistics.successful.${kind}`),
    color: colors[kind],
    values: by_day.map((figures) => BigInt(figures[`${kind}_${source[measure]}`])),
  }));
  const hasOrders = by_day.some((figures) => KINDS.some((kind) => figures[`${kind}_success_count`] > 0));
  const day = chosen !== null && days.includes(chosen) ? chosen : null;
  const tools = (
    <ToggleChoice
      label={translate('statistics.measure')}
      choices={MEASURES}
      value={measure}
      textOf={(one) => translate(`statistics.${one}`)}
      onChoose={setMeasure}
    />
  );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <TrendChart
        label={translate(`statistics.by_day.${measure}`, { currency })}
        placeLabel={translate('fields.day')}
        scale={scale}
        series={series}
        labels={days}
        empty={translate('statistics.nothing')}
        tools={tools}
        shortLabel={(label) => label.slice(5)}
        {...(hasOrders && { onSelect: (index: number) => setChosen(days[index] ?? null) })}
      />
      {hasOrders && (
        <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32 }}>
          {day === null ? (
            <Typography variant="body2" color="text.secondary">
              {translate('statistics.choose_day')}
            </Typography>
          ) : (
            <ChosenDay day={day} linkTo={linkTo} onOnly={() => onPeriod({ from: day, to: day })} />
          )}
        </Box>
      )}
    </Box>
  );
}

function ChosenDay({ day, linkTo, onOnly }: { day: string; linkTo: FilteredOrdersLink; onOnly(): void }) {
  const { translate } = useFormatContext();
  const period = { from: day, to: day };
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {day}
      </Typography>
      {KINDS.map((kind) => {
        const to = linkTo({ kind, outcome: 'success', period });
        return (
          to !== null && (
            <Button key={kind} component={Link} to={to} size="small" variant="outlined">
              {translate(`statistics.successful.${kind}`)}
            </Button>
          )
        );
      })}
      <Button size="small" onClick={onOnly}>
        {translate('statistics.only_this_day')}
      </Button>
    </>
  );
}
