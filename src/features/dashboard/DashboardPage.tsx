import { Box, Skeleton } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { dashboard, type AskedRange, type CurrencyBusiness, type Dashboard } from '#shared/contract/dashboard.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { LoadFailure } from '@merchant-console/ra-declared/internal';
import { HomeHeading } from './HomeHeading.tsx';
import { BESIDE_TWO, LAST_ON_A_PHONE, SIDE, STACK } from './homeLayout.ts';
import { HomeParts } from './HomeParts.tsx';
import { PageSections, type PageSection } from './PageSections.tsx';
import { CurrenciesCard, MerchantsShare, PayoutsAndFees } from './BusinessCards.tsx';
import { ChannelsCard } from './ChannelsCard.tsx';
import { FiguresCard, MerchantsCard } from './FiguresCard.tsx';
import { RangeBar, useRange } from './RangeBar.tsx';
import { SplitCard } from './SplitCard.tsx';
import { TrendCard } from './TrendCard.tsx';
import { useOrdersLink } from './useOrdersLink.ts';
import { WaitingCard } from './WaitingCard.tsx';

interface DashboardPageProps {
  /** The menu's pages, for users with few other cards. */
  sections: readonly PageSection[];
  /** Switches to test data and opens its page for trying the gateway. Null if the user can't. */
  onTryGateway: (() => void) | null;
}

/** The tenant's balances, the figures of its orders, and the user's tasks. */
export function DashboardPage({ sections, onTryGateway }: DashboardPageProps) {
  const { currencyData } = useFormatContext();
  const range = useRange();
  const { data: home, error, isFetching, isPlaceholderData, refetch } = useHome(range.asked.query);
  const [chosen, setChosen] = useState<string | null>(null);
  const currencies = currenciesIn(home, currencyData.currency);
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : currencyData.currency;
  const refresh = () => void refetch();
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}
      aria-busy={(!home && !error) || isPlaceholderData}
    >
      <HomeHeading
        asOf={home?.as_of ?? null}
        isStale={error !== null}
        isRefreshing={isFetching && home !== undefined}
        onRefresh={refresh}
        hasAmounts={!home || hasAmounts(home)}
        currencies={currencies}
        currency={currency}
        onCurrency={setChosen}
      />
      {(!home || hasRange(home)) && <RangeBar state={range} shown={home?.range} />}
      {home ? (
        <HomeBody home={home} currency={currency} today={range.today} sections={sections} onTryGateway={onTryGateway} />
      ) : error ? (
        <LoadFailure isSmall title="dashboard.failed" error={error} onRetry={refresh} />
      ) : (
        <HomeSkeleton />
      )}
    </Box>
  );
}

interface HomeBodyProps extends DashboardPageProps {
  home: Dashboard;
  currency: string;
  /** The current day in the tenant's time zone. */
  today: string;
}

/** The cards, and the menu's pages for users with few of them. */
function HomeBody({ home, currency, today, sections, onTryGateway }: HomeBodyProps) {
  const isOf = (one: { currency: string }) => one.currency === currency;
  const business = home.setup ? undefined : home.business?.find(isOf);
  return (
    <>
      {business ? (
        <BusinessParts home={home} figures={business} today={today} />
      ) : (
        <HomeParts
          home={home}
          currency={currency}
          today={today}
          figures={home.orders?.currencies.find(isOf)}
          onTryGateway={onTryGateway}
        />
      )}
      {!home.orders && !home.balances && <PageSections sections={sections} />}
    </>
  );
}

/** The tenant's currency, and those of its figures and balances. */
function currenciesIn(home: Dashboard | undefined, own: string): string[] {
  const figures = home?.orders?.currencies ?? home?.business ?? [];
  return [...new Set([own, ...[...figures, ...(home?.balances ?? [])].map(({ currency }) => currency)])];
}

/** True if the figures are of a range of days. */
function hasRange({ orders, business, setup }: Dashboard): boolean {
  return (orders ?? business) !== undefined && setup === undefined;
}

function hasAmounts({ orders, business, balances }: Dashboard): boolean {
  return (orders ?? business ?? balances) !== undefined;
}

/** Placeholders for the cards, in their positions. */
function HomeSkeleton() {
  return (
    <Box sx={BESIDE_TWO} aria-hidden>
      <Box sx={STACK}>
        <Skeleton variant="rounded" height={366} />
        <Skeleton variant="rounded" height={236} />
      </Box>
      <Box sx={SIDE}>
        <Box sx={STACK}>
          <Skeleton variant="rounded" height={302} />
          <Skeleton variant="rounded" height={180} />
        </Box>
        <Skeleton variant="rounded" height={560} sx={LAST_ON_A_PHONE} />
      </Box>
      <Box sx={STACK}>
        <Skeleton variant="rounded" height={460} />
        <Skeleton variant="rounded" height={320} />
      </Box>
    </Box>
  );
}

const REFRESH_MS = 60_000;

/** Resources that the figures depend on. */
const SOURCES = [
  'orders',
  'ledgers',
  'payouts',
  'channels',
  'payment_requests',
  'deposit_reviews',
  'withdrawal_reviews',
  'adjustments',
  'operator_requests',
];

/**
 * The dashboard's data. The only place that requests it: when the page is opened or shown again, after changes to
 * `SOURCES`, every minute while it is visible, and on `refetch`.
 */
function useHome(range: AskedRange) {
  return useLiveQuery({
    resource: SOURCES,
    queryKey: ['home', range],
    ask: (api, signal) => api(dashboard, { query: range, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    retry: false,
  });
}

interface BusinessPartsProps {
  home: Dashboard;
  /** Figures of the selected currency. */
  figures: CurrencyBusiness;
  /** The current day in the platform's time zone. */
  today: string;
}

/** The operator's dashboard: business of all merchants, and tasks for the operator. */
function BusinessParts({ home, figures, today }: BusinessPartsProps) {
  const { range, business = [], channels, waiting, merchants } = home;
  const linkTo = useOrdersLink(figures.currency);
  return (
    <Box sx={BESIDE_TWO}>
      <Box sx={STACK}>
        <TrendCard range={range} figures={figures} today={today} linkTo={linkTo} />
        <FiguresCard range={range} figures={figures} linkTo={linkTo} />
      </Box>
      <Box sx={{ ...STACK, gridRow: { lg: 'span 2' } }}>
        {waiting.length > 0 && <WaitingCard waiting={waiting} />}
        {merchants && <MerchantsCard {...merchants} />}
        {channels && <ChannelsCard channels={channels} asOf={home.as_of} />}
      </Box>
      <Box sx={STACK}>
        <PayoutsAndFees business={figures} span={range.span} />
        {business.length > 1 && <CurrenciesCard business={business} />}
        <MerchantsShare business={figures} span={range.span} linkTo={linkTo} />
        <SplitCard span={range.span} figures={figures} channels={channels} linkTo={linkTo} />
      </Box>
    </Box>
  );
}
