import { Box, Typography } from '@mui/material';
import type { PeriodFigures, Home } from '#shared/contract/home.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { formatInZone } from '#shared/format/timeZone.ts';
import { compareFigures, Figure, RateFigure } from '#console/features/figures/Figure.tsx';
import { useAmount } from '#console/features/figures/useAmount.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { HomeCard } from './HomeHeading.tsx';
import { type OrdersLink, useListLink } from './useOrdersLink.ts';

interface TodayCardProps {
  period: PeriodFigures;
  currency: string;
  linkTo: OrdersLink;
}

/** What has come in today, beside yesterday up to the same time. */
export function TodayCard({
  period: { span, before, figures: now, figures_before: then },
  currency,
  linkTo,
}: TodayCardProps) {
  const { translate, currencyData } = useFormatContext();
  const amount = useAmount(currency);
  const succeeded = linkTo({ span, status: 'success' });
  const compared = (of: 'count' | 'success_count' | 'amount' | 'fee') =>
    compareFigures(BigInt(now[of]), BigInt(then[of]));
  const time = formatInZone(new Date(before.to), currencyData.time_zone).slice(11, 16);
  return (
    <HomeCard title={translate('dashboard.collected_today')}>
      <Box component="dl" sx={GRID}>
        <Figure
          isWide
          size="hero"
          name={translate('dashboard.amount_in', { currency })}
          fullName={translate('dashboard.collected_today')}
          text={amount(now.amount)}
          to={succeeded}
          comparison={compared('amount')}
        />
        <Figure
          size="main"
          name={translate('statistics.count')}
          text={formatCount(now.count)}
          to={linkTo({ span })}
          comparison={compared('count')}
        />
        <Figure
          size="main"
          name={translate('statistics.success_count')}
          text={formatCount(now.success_count)}
          to={succeeded}
          comparison={compared('success_count')}
        />
        <RateFigure size="main" rate={now.success_rate} before={then.success_rate} />
        <Figure
          size="main"
          name={translate('dashboard.open')}
          text={formatCount(now.open_count)}
          to={linkTo({ span, status: 'pending' })}
        />
        <Figure
          size="main"
          name={translate('statistics.fee')}
          text={amount(now.fee)}
          to={succeeded}
          comparison={compared('fee')}
        />
        <Figure
          size="main"
          name={translate('dashboard.yesterday_by', { time })}
          text={amount(then.amount)}
          to={linkTo({ span: before, status: 'success' })}
        />
      </Box>
      <Typography variant="caption" component="p" color="text.secondary" sx={{ mt: 2, textWrap: 'pretty' }}>
        {translate('dashboard.about_today', { time })}
      </Typography>
    </HomeCard>
  );
}

const GRID = {
  display: 'grid',
  m: 0,
  columnGap: 3,
  rowGap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
};

interface PeriodCardsProps {
  periods: readonly PeriodFigures[];
  currency: string;
  linkTo: OrdersLink;
}

/** Longer periods side by side, each beside the one before it. */
export function PeriodCards({ periods, currency, linkTo }: PeriodCardsProps) {
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' } }}
    >
      {periods.map((period) => (
        <PeriodCard key={period.key} {...{ period, currency, linkTo }} />
      ))}
    </Box>
  );
}

function PeriodCard({ period, currency, linkTo }: { period: PeriodFigures; currency: string; linkTo: OrdersLink }) {
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  const { key, span, figures: now, figures_before: then } = period;
  const title = translate(`filters.presets.${key}`);
  const named = (name: string) => ({ name, fullName: `${name}, ${title}` });
  return (
    <HomeCard title={title}>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1.5, m: 0 }}>
        <Figure
          isWide
          size="main"
          {...named(translate('statistics.amount'))}
          text={amount(now.amount)}
          to={linkTo({ span, status: 'success' })}
          comparison={compareFigures(BigInt(now.amount), BigInt(then.amount))}
        />
        <Figure
          {...named(translate('statistics.count'))}
          text={formatCount(now.count)}
          to={linkTo({ span })}
          comparison={compareFigures(BigInt(now.count), BigInt(then.count))}
        />
        <RateFigure rate={now.success_rate} before={then.success_rate} />
      </Box>
    </HomeCard>
  );
}

/** How many merchants the platform has. */
export function MerchantsCard({ active, disabled }: NonNullable<Home['merchants']>) {
  const { translate } = useFormatContext();
  const listLink = useListLink();
  const counts = Object.entries({ active, disabled });
  return (
    <HomeCard title={translate('menu.merchants')}>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 2, m: 0 }}>
        {counts.map(([status, count]) => (
          <Figure
            key={status}
            size="main"
            name={translate(`status.${status}`)}
            text={formatCount(count)}
            to={listLink('merchants', { status: [status] })}
          />
        ))}
      </Box>
    </HomeCard>
  );
}
