import { Box, Link as MuiLink, Typography } from '@mui/material';
import type { LatestOrder } from '#shared/contract/dashboard.ts';
import { formatAmount, scaleOfCurrency } from '@merchant-console/declaration';
import { StatusChip, useFindPlace, useFormatContext } from '@merchant-console/ra-declared';
import { formatInstant, Link, openablePath } from '@merchant-console/ra-declared/internal';
import { HomeCard, AllLink, ORDER_TONES } from './HomeHeading.tsx';

/** The newest orders of all currencies. */
export function LatestCard({ orders }: { orders: readonly LatestOrder[] }) {
  const { translate } = useFormatContext();
  const findPlace = useFindPlace();
  const place = findPlace('orders');
  const title = translate('dashboard.latest');
  return (
    <HomeCard title={title} aside={place && <AllLink to={place.basePath} name={title} />}>
      {orders.length === 0 ? (
        <Typography color="text.secondary">{translate('dashboard.no_orders')}</Typography>
      ) : (
        <Box component="ul" aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {orders.map((order) => (
            <LatestItem key={order.id} order={order} to={openablePath(findPlace, 'orders', order.id)} />
          ))}
        </Box>
      )}
    </HomeCard>
  );
}

function LatestItem({ order, to }: { order: LatestOrder; to: string | null }) {
  const context = useFormatContext();
  const { translate, currencyData } = context;
  const { order_no: number, amount, currency, status, created_at: at } = order;
  return (
    <Box component="li" sx={ROW}>
      <Box sx={{ minWidth: 0 }}>
        <Typography component="div" sx={{ overflowWrap: 'anywhere' }}>
          {to === null ? (
            number
          ) : (
            <MuiLink component={Link} to={to} underline="hover" sx={{ display: 'inline-block', minHeight: 24 }}>
              {number}
            </MuiLink>
          )}
        </Typography>
        <Typography variant="caption" color="text.secondary" component="time" dateTime={at}>
          {formatInstant(at, context)}
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'right', flex: 'none' }}>
        <Typography component="div" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 500 }}>
          {formatAmount(amount, scaleOfCurrency(currency, currencyData))} {currency}
        </Typography>
        <StatusChip tone={ORDER_TONES[status]}>{translate(`status.${status}`)}</StatusChip>
      </Box>
    </Box>
  );
}

const ROW = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  gap: 2,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
} as const;
