import { Box, Button, Typography, useTheme } from '@mui/material';
import { useState } from 'react';
import type { CurrencyStatistics, Period } from '#shared/contract/submerchantStatistics.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { TrendChart } from '#console/features/figures/TrendChart.tsx';
import { KINDS, type Kind, type FilteredOrdersLink } from './useFilteredOrdersLink.ts';

interface DayTrendProps {
  statistics: CurrencyStatistics;
  days: readonly string[];
  linkTo: FilteredOrdersLink;
  onPeriod(period: Period): void;
}

const MEASURES = ['amount', 'count'] as const;
type Measure = (typeof MEASURES)[number];

/** Successful collections and payouts by day, each linked to its orders. */
export function DayTrend({ statistics: { currency, by_day }, days, linkTo, onPeriod }: DayTrendProps) {
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
