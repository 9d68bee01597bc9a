import { Box, Skeleton, Typography } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import {
  HOME_RANGES,
  merchantFigures,
  type HomeRange,
  type MerchantFigures as Figures,
} from '#shared/contract/dashboard.ts';
import { formatCount, formatRate } from '@merchant-console/declaration';
import { AboutRate, Figure } from '#console/features/figures/Figure.tsx';
import { useAmount } from '#console/features/figures/useAmount.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { errorText, useShownRecord } from '@merchant-console/ra-declared/internal';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { FeeFigures, FIGURES, PayoutFigures } from './BusinessCards.tsx';
import { RANGE_NAMES } from './RangeBar.tsx';
import { useOrdersLink } from './useOrdersLink.ts';

type Business = Figures['business'][number];
type Balance = Figures['balances'][number];
type Range = Figures['range'];

/** Balances of a merchant, and its orders, payouts and fees in a range. Links to exactly those records. */
export function MerchantFigures() {
  const { id } = useShownRecord();
  const { translate } = useFormatContext();
  const [range, setRange] = useState<HomeRange>('today');
  const { data, error, isPlaceholderData } = useFigures(String(id), range);
  if (!data && error) {
    return (
      <Typography role="alert" color="text.secondary">
        {errorText(error, translate)}
      </Typography>
    );
  }
  const currencies = [...new Set([...(data?.business ?? []), ...(data?.balances ?? [])].map((one) => one.currency))];
  return (
    <Box aria-busy={!data || isPlaceholderData} sx={{ display: 'grid', gap: 2 }}>
      <ToggleChoice
        label={translate('statistics.period')}
        choices={HOME_RANGES}
        value={range}
        textOf={(one) => translate(`filters.presets.${RANGE_NAMES[one]}`)}
        onChoose={setRange}
      />
      {!data && <Skeleton variant="rounded" height={150} />}
      {data &&
        currencies.map((currency) => (
          <Box key={currency} sx={PARTS}>
            <BalancePart currency={currency} balance={data.balances.find((one) => one.currency === currency)} />
            <BusinessParts
              tenantId={String(id)}
              range={data.range}
              business={data.business.find((one) => one.currency === currency)}
            />
          </Box>
        ))}
    </Box>
  );
}

const PARTS = { display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))' };

function BalancePart({ currency, balance }: { currency: string; balance: Balance | undefined }) {
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  const { available, frozen, total } = balance ?? { available: '0', frozen: '0', total: '0' };
  return (
    <Part title={translate('wallets.heading')}>
      <Box component="dl" sx={FIGURES}>
        <Figure size="hero" name={translate('dashboard.available_in', { currency })} text={amount(available)} />
        <Figure name={translate('wallets.figures.frozen')} text={amount(frozen)} />
        <Figure name={translate('wallets.figures.total')} text={amount(total)} />
      </Box>
    </Part>
  );
}

interface BusinessPartsProps {
  tenantId: string;
  range: Range;
  business: Business | undefined;
}

function BusinessParts({ tenantId, range: { span }, business }: BusinessPartsProps) {
  const { translate } = useFormatContext();
  const currency = business?.currency ?? '';
  const amount = useAmount(currency);
  const linkTo = useOrdersLink(currency);
  if (!business) return null;
  const { figures, payouts, fees } = business;
  return (
    <>
      <Part title={translate('dashboard.collected')}>
        <Box component="dl" sx={FIGURES}>
          <Figure
            size="hero"
            name={translate('dashboard.amount_in', { currency })}
            text={amount(figures.amount)}
            to={linkTo({ span, tenantId, status: 'success' })}
          />
          <Figure
            name={translate('statistics.count')}
            text={formatCount(figures.count)}
            to={linkTo({ span, tenantId })}
          />
          <Figure
            name={translate('statistics.success_rate')}
            about={<AboutRate />}
            text={formatRate(figures.success_rate)}
          />
          <Figure
            name={translate('dashboard.open')}
            text={formatCount(figures.open_count)}
            to={linkTo({ span, tenantId, status: 'pending' })}
          />
        </Box>
      </Part>
      <Part title={translate('statistics.payout')}>
        <PayoutFigures payouts={payouts} currency={currency} span={span} tenantId={tenantId} />
      </Part>
      <Part title={translate('dashboard.fees_earned')}>
        <FeeFigures fees={fees} currency={currency} span={span} tenantId={tenantId} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ minWidth: 0 }}>
      <Typography id={headingId} component="h3" variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** Refetched when another range is chosen, and after changes of orders or payouts. */
function useFigures(id: string, range: HomeRange) {
  return useLiveQuery({
    resource: ['platform_orders', 'platform_payouts'],
    queryKey: ['merchantFigures', id, range],
    ask: (api, signal) => api(merchantFigures, { params: { id }, query: { range }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}
