import { Box } from '@mui/material';
import type { PeriodFigures } from '#shared/contract/home.ts';
import { compareFigures } from '#console/components/figures/comparison.ts';
import { Figure } from '#console/components/figures/Figure.tsx';
import { RateFigure } from '#console/components/figures/RateFigure.tsx';
import { useAmount } from '#console/components/figures/useAmount.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { countText } from '#console/components/figures/countText.ts';
import { HomeCard } from './HomeCard.tsx';
import type { OrdersLink } from './useOrdersLink.ts';

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
          text={countText(now.count)}
          to={linkTo({ span })}
          comparison={compareFigures(BigInt(now.count), BigInt(then.count))}
        />
        <RateFigure rate={now.success_rate} before={then.success_rate} />
      </Box>
    </HomeCard>
  );
}
