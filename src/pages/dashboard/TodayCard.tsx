import { Box, Typography } from '@mui/material';
import type { PeriodFigures } from '#shared/contract/home.ts';
import { formatInZone } from '#shared/format/timeZone.ts';
import { compareFigures } from '#console/components/figures/comparison.ts';
import { Figure } from '#console/components/figures/Figure.tsx';
import { RateFigure } from '#console/components/figures/RateFigure.tsx';
import { useAmount } from '#console/components/figures/useAmount.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { countText } from '#console/components/figures/countText.ts';
import { HomeCard } from './HomeCard.tsx';
import type { OrdersLink } from './useOrdersLink.ts';

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
          text={countText(now.count)}
          to={linkTo({ span })}
          comparison={compared('count')}
        />
        <Figure
          size="main"
          name={translate('statistics.success_count')}
          text={countText(now.success_count)}
          to={succeeded}
          comparison={compared('success_count')}
        />
        <RateFigure size="main" rate={now.success_rate} before={then.success_rate} />
        <Figure
          size="main"
          name={translate('dashboard.open')}
          text={countText(now.open_count)}
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
  ...{ display: 'grid', m: 0, columnGap: 3, rowGap: 2 },
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
};
