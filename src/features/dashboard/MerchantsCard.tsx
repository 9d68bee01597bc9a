import { Box } from '@mui/material';
import type { Home } from '#shared/contract/home.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { Figure } from '#console/features/figures/Figure.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { HomeCard } from './HomeCard.tsx';
import { useListLink } from './useOrdersLink.ts';

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
