import { Box } from '@mui/material';
import type { CurrencyFigures, Dashboard, RangeShown } from '#shared/contract/dashboard.ts';
import { dayInZone, formatCount, tenantZone } from '@merchant-console/declaration';
import { compareFigures, Figure, RateFigure } from '#console/features/figures/Figure.tsx';
import { useAmount } from '#console/features/figures/useAmount.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { useListLink } from '@merchant-console/ra-declared/internal';
import { HomeCard } from './HomeHeading.tsx';
import type { OrdersLink } from './useOrdersLink.ts';

interface FiguresCardProps {
  range: RangeShown;
  figures: CurrencyFigures;
  linkTo: OrdersLink;
}

/** The range's orders, with amount and success rate compared with the previous days. */
export function FiguresCard({
  range: { span },
  figures: { currency, figures: now, figures_before: then, data_since },
  linkTo,
}: FiguresCardProps) {
  const { translate, currencyData } = useFormatContext();
  const amount = useAmount(currency);
  const since = data_since === null ? null : dayInZone(new Date(data_since), tenantZone(currencyData));
  const succeeded = linkTo({ span, status: 'success' });
  return (
    <HomeCard title={translate('dashboard.collected')}>
      <Box component="dl" sx={GRID}>
        <Figure
          size="hero"
          name={translate('dashboard.amount_in', { currency })}
          text={amount(now.amount)}
          to={succeeded}
          comparison={compareFigures(BigInt(now.amount), BigInt(then.amount), since)}
        />
        <Figure size="main" name={translate('statistics.count')} text={formatCount(now.count)} to={linkTo({ span })} />
        <RateFigure rate={now.success_rate} before={then.success_rate} since={since} />
        <Figure
          size="main"
          name={translate('dashboard.open')}
          text={formatCount(now.open_count)}
          to={linkTo({ span, status: 'pending' })}
        />
        <Figure size="main" name={translate('statistics.fee')} text={amount(now.fee)} to={succeeded} />
      </Box>
    </HomeCard>
  );
}

const GRID = {
  display: 'grid',
  m: 0,
  columnGap: 3,
  rowGap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
};

/** Numbers of merchants on the platform. */
export function MerchantsCard({ active, suspended, disabled }: NonNullable<Dashboard['merchants']>) {
  const { translate } = useFormatContext();
  const listLink = useListLink();
  const counts = Object.entries({ active, suspended, ...(disabled > 0 && { disabled }) });
  return (
    <HomeCard title={translate('menu.merchants')}>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(80px, 1fr))', gap: 2, m: 0 }}
      >
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
