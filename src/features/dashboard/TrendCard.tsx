import { Box, Button, Typography, useTheme } from '@mui/material';
import { useState } from 'react';
import type { CurrencyFigures, RangeShown, TrendPoint } from '#shared/contract/dashboard.ts';
import { dayInZone, formatCount, formatInZone, scaleOfCurrency, tenantZone } from '@merchant-console/declaration';
import { TrendChart } from '#console/features/figures/TrendChart.tsx';
import { useFormatContext } from '@merchant-console/ra-declared';
import { Link } from '@merchant-console/ra-declared/internal';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { daysInWords } from '#console/features/figures/daysInWords.ts';
import { HomeCard } from './HomeHeading.tsx';
import type { OrdersLink } from './useOrdersLink.ts';

const MEASURES = ['amount', 'count'] as const;
type Measure = (typeof MEASURES)[number];

interface TrendCardProps {
  range: RangeShown;
  figures: CurrencyFigures;
  /** The current day in the tenant's time zone. */
  today: string;
  linkTo: OrdersLink;
}

/** The range's orders by hour or day next to the compared days. Each point links to its orders. */
export function TrendCard({
  range,
  figures: { currency, trend, trend_before: before },
  today,
  linkTo,
}: TrendCardProps) {
  const { translate, currencyData, language } = useFormatContext();
  const { palette } = useTheme();
  const [measure, setMeasure] = useState<Measure>('amount');
  const [chosen, setChosen] = useState<string | null>(null);
  const { step, days, days_before: daysBefore } = range;
  const zone = tenantZone(currencyData);
  const scale = measure === 'amount' ? scaleOfCurrency(currency, currencyData) : 0;
  const isToday = range.key === 'today';
  const line = (key: string, points: readonly TrendPoint[], color: string, label: string) => ({
    key,
    color,
    label,
    values: points.map(({ figures }) => BigInt(figures[measure])),
  });
  const [name, nameBefore] = isToday
    ? [translate('filters.presets.today'), translate('filters.presets.yesterday')]
    : [daysInWords(days, today, language), daysInWords(daysBefore, today, language)];
  const series = [
    line('range', trend, palette.primary.main, name),
    line('before', before, palette.text.disabled, nameBefore),
  ];
  const longer = trend.length >= before.length ? trend : before;
  const labels =
    step === 'hour' ? hourLabels(longer, zone) : trend.map(({ span }) => dayInZone(new Date(span.from), zone));
  const point = trend.find(({ span }) => span.from === chosen);
  const hasOrders = trend.some(({ figures }) => figures.count > 0);
  const canOpen = hasOrders && linkTo({ span: range.span }) !== null;
  const choice = (
    <ToggleChoice
      label={translate('statistics.measure')}
      choices={MEASURES}
      value={measure}
      textOf={(one) => translate(`dashboard.choices.${one}`)}
      onChoose={setMeasure}
    />
  );
  return (
    <HomeCard title={translate('dashboard.trend')} aside={choice}>
      <TrendChart
        label={translate(`dashboard.trend_of.${step}_${measure}`, { currency, period: name, before: nameBefore })}
        placeLabel={translate(step === 'hour' ? 'dashboard.hour' : 'fields.day')}
        scale={scale}
        series={series}
        labels={labels}
        empty={translate(hasOrders ? 'statistics.nothing' : 'dashboard.no_orders_in_range')}
        shortLabel={(label) => (step === 'day' ? label.slice(5) : label)}
        {...(canOpen && { onSelect: (index: number) => setChosen(trend[index]?.span.from ?? null) })}
      />
      {canOpen && (
        <Box
          role="status"
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32, mt: 1 }}
        >
          {point ? (
            <ChosenPoint point={point} linkTo={linkTo} zone={zone} />
          ) : (
            <Typography variant="body2" color="text.secondary">
              {translate(`dashboard.choose_${step}`)}
            </Typography>
          )}
        </Box>
      )}
    </HomeCard>
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

/**
 * Local start time of each hour of a day. An hour that occurs twice, when clocks are set back, gets distinct labels.
 */
function hourLabels(hours: readonly TrendPoint[], timeZone: string): string[] {
  const seen = new Set<string>();
  return hours.map(({ span }) => {
    const time = formatInZone(new Date(span.from), timeZone).slice(11, 16);
    const label = seen.has(time) ? `${time} (2)` : time;
    seen.add(time);
    return label;
  });
}
