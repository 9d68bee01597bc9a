import { Box, Button, ToggleButton, ToggleButtonGroup, Typography, useTheme } from '@mui/material';
import { useState } from 'react';
import type { CurrencyFigures, TrendPoint } from '#shared/contract/home.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { formatInZone } from '#shared/format/timeZone.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import { compactAmount } from '#console/features/figures/useAmount.ts';
import { TrendChart } from '#console/features/figures/TrendChart.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { HomeCard } from './HomeHeading.tsx';
import type { OrdersLink } from './useOrdersLink.ts';

const MEASURES = ['amount', 'count'] as const;
const STEPS = ['hour', 'day'] as const;
type Measure = (typeof MEASURES)[number];
type By = (typeof STEPS)[number];

interface TrendCardProps {
  figures: CurrencyFigures;
  linkTo: OrdersLink;
}

/** How orders went by the hour, today beside yesterday, or by the day; each leads to its orders. */
export function TrendCard({ figures: { currency, hours, days }, linkTo }: TrendCardProps) {
  const { translate, currencyData, language } = useFormatContext();
  const { palette } = useTheme();
  const [measure, setMeasure] = useState<Measure>('amount');
  const [by, setBy] = useState<By>('hour');
  const [chosen, setChosen] = useState<number | null>(null);
  const scale = measure === 'amount' ? scaleOfCurrency(currency, currencyData) : 0;
  const valuesOf = (points: readonly TrendPoint[]) => points.map(({ figures }) => BigInt(figures[measure]));
  const line = (key: string, points: readonly TrendPoint[], color: string) => ({
    key,
    color,
    label: translate(`filters.presets.${key}`),
    values: valuesOf(points),
  });
  const series =
    by === 'hour'
      ? [line('today', hours.today, palette.primary.main), line('yesterday', hours.yesterday, palette.text.disabled)]
      : [line('last_30_days', days, palette.primary.main)];
  const labels =
    by === 'hour'
      ? hourLabels(hours.today.length >= hours.yesterday.length ? hours.today : hours.yesterday, currencyData.time_zone)
      : days.map(({ day }) => day);
  const points = by === 'hour' ? hours.today : days;
  const point = chosen === null ? undefined : points[chosen];
  const changeBy = (next: By) => {
    setBy(next);
    setChosen(null);
  };
  return (
    <HomeCard
      title={translate('dashboard.trend')}
      aside={
        <>
          <Choice name="dashboard.steps" value={by} values={STEPS} onChange={(next) => changeBy(next)} />
          <Choice name="statistics.measure" value={measure} values={MEASURES} onChange={(next) => setMeasure(next)} />
        </>
      }
    >
      <TrendChart
        label={translate(`dashboard.trend_of.${by}_${measure}`, { currency })}
        placeLabel={translate(by === 'hour' ? 'dashboard.hour' : 'fields.day')}
        series={series}
        labels={labels}
        empty={translate('dashboard.no_orders')}
        format={(value) => formatAmount(value, scale)}
        formatAxis={(value) => compactAmount(value, scale, language)}
        shortLabel={(label) => (by === 'day' ? label.slice(5) : label)}
        onSelect={setChosen}
      />
      <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32, mt: 1 }}>
        {point ? (
          <ChosenPoint {...{ point, linkTo }} zone={currencyData.time_zone} />
        ) : (
          <Typography variant="body2" color="text.secondary">
            {translate(`dashboard.choose_${by}`)}
          </Typography>
        )}
      </Box>
    </HomeCard>
  );
}

interface ChoiceProps<Value extends string> {
  name: string;
  value: Value;
  values: readonly Value[];
  onChange(value: Value): void;
}

function Choice<Value extends string>({ name, value, values, onChange }: ChoiceProps<Value>) {
  const { translate } = useFormatContext();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      onChange={(_, next: Value | null) => next && onChange(next)}
      aria-label={translate(name)}
    >
      {values.map((one) => (
        <ToggleButton key={one} value={one} sx={{ px: 1.5 }}>
          {translate(`dashboard.choices.${one}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function ChosenPoint({ point, linkTo, zone }: { point: TrendPoint; linkTo: OrdersLink; zone: string }) {
  const { translate } = useFormatContext();
  const { span, figures } = point;
  const [from, to] = [formatInZone(new Date(span.from), zone), formatInZone(new Date(span.to), zone)];
  const isDay = from.endsWith('00:00:00') && to.endsWith('00:00:00');
  const ways: [string, 'count' | 'success_count', string | null][] = [
    ['dashboard.all_orders', 'count', linkTo({ span })],
    ['dashboard.successful_orders', 'success_count', linkTo({ span, status: 'success' })],
  ];
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {isDay ? from.slice(0, 10) : `${from.slice(0, 16)} – ${to.slice(11, 16)}`}
      </Typography>
      {ways.map(([key, count, way]) =>
        way === null ? null : (
          <Button key={key} component={Link} to={way} size="small" variant="outlined">
            {translate(key, { count: formatCount(figures[count]) })}
          </Button>
        ),
      )}
    </>
  );
}

/** When each hour of a day begins, by its clocks; one that comes twice, as when they go back, is told apart. */
function hourLabels(hours: readonly TrendPoint[], timeZone: string): string[] {
  const seen = new Set<string>();
  return hours.map(({ span }) => {
    const time = formatInZone(new Date(span.from), timeZone).slice(11, 16);
    const label = seen.has(time) ? `${time} (2)` : time;
    seen.add(time);
    return label;
  });
}
