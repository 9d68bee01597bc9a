import { Box, Skeleton } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import {
  dashboard,
  type AskedRange,
  type CurrencyBusiness,
  type CurrencyFigures,
  type Dashboard,
} from '#shared/contract/dashboard.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { LoadFailure } from '@merchant-console/ra-declared/internal';
import { HomeHeading } from './HomeHeading.tsx';
import { PageSections, type PageSection } from './PageSections.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { CurrenciesCard, MerchantsShare, PayoutsAndFees } from './BusinessCards.tsx';
import { ChannelsCard, RatesCard } from './ChannelsCard.tsx';
import { LatestCard } from './LatestCard.tsx';
import { FiguresCard, MerchantsCard } from './FiguresCard.tsx';
import { RangeBar, useRange } from './RangeBar.tsx';
import { SetupCard, SigningKeyCard } from './SetupCard.tsx';
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
  const currencies = [
    ...new Set([
      currencyData.currency,
      ...(home?.orders?.currencies ?? home?.business ?? []).map((one) => one.currency),
      ...(home?.balances ?? []).map((one) => one.currency),
    ]),
  ];
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : currencyData.currency;
  const refresh = () => void refetch();
  const business = home?.setup ? undefined : home?.business?.find((one) => one.currency === currency);
  const hasRange = !home || ((home.orders ?? home.business) !== undefined && home.setup === undefined);
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
        hasAmounts={!home || home.orders !== undefined || home.business !== undefined || home.balances !== undefined}
        currencies={currencies}
        currency={currency}
        onCurrency={setChosen}
      />
      {hasRange && <RangeBar state={range} shown={home?.range} />}
      {home &&
        (business ? (
          <BusinessParts home={home} figures={business} today={range.today} />
        ) : (
          <HomeParts
            home={home}
            currency={currency}
            today={range.today}
            figures={home.orders?.currencies.find((one) => one.currency === currency)}
            onTryGateway={onTryGateway}
          />
        ))}
      {!home && error && <LoadFailure isSmall title="dashboard.failed" error={error} onRetry={refresh} />}
      {!home && !error && <HomeSkeleton />}
      {home && !home.orders && !home.balances && <PageSections sections={sections} />}
    </Box>
  );
}

interface HomePartsProps extends Pick<DashboardPageProps, 'onTryGateway'> {
  home: Dashboard;
  currency: string;
  /** The current day in the tenant's time zone. */
  today: string;
  figures: CurrencyFigures | undefined;
}

/** The cards that the user may see, without gaps for the others. */
function HomeParts({ home, currency, today, figures, onTryGateway }: HomePartsProps) {
  const { range, balances, orders, payouts_under_way: payouts, channels, waiting } = home;
  const { signing_key: key, setup, merchants } = home;
  const linkTo = useOrdersLink((orders?.currencies.length ?? 0) > 1 ? currency : null);
  const isQuiet = setup !== undefined;
  const waitingCard = waiting.length > 0 && <WaitingCard key="waiting" waiting={waiting} />;
  const channelsCard = channels && <ChannelsCard key="channels" channels={channels} asOf={home.as_of} />;
  const beside = [
    !figures && waitingCard,
    merchants && <MerchantsCard key="merchants" {...merchants} />,
    orders && channelsCard,
    key && <SigningKeyCard key="key" signingKey={key} asOf={home.as_of} />,
    // Last, because it loads later than the others and must not move them.
    orders && channels && <RatesCard key="rates" />,
  ].filter(Boolean);
  const figuresCard = figures && <FiguresCard range={range} figures={figures} linkTo={linkTo} />;
  const money = [
    balances && <BalanceCard key="balances" balances={balances} currency={currency} payouts={payouts} />,
    figures && waitingCard,
  ].filter(Boolean);
  if (figures && orders && !isQuiet) {
    const hasSide = money.length + beside.length > 0;
    return (
      <Box sx={hasSide ? BESIDE_TWO : STACK}>
        <Box sx={STACK}>
          <TrendCard range={range} figures={figures} today={today} linkTo={linkTo} />
          {figuresCard}
        </Box>
        {hasSide && (
          <Box sx={SIDE}>
            {money.length > 0 && <Box sx={STACK}>{money}</Box>}
            {beside.length > 0 && <Box sx={LAST_ON_A_PHONE}>{beside}</Box>}
          </Box>
        )}
        <Box sx={STACK}>
          <SplitCard span={range.span} figures={figures} channels={channels} linkTo={linkTo} />
          <LatestCard orders={orders.latest} />
        </Box>
      </Box>
    );
  }
  return (
    <Box sx={STACK}>
      {setup && setup.length > 0 && (
        <SetupCard steps={setup} isPlatform={merchants !== undefined} onTryGateway={onTryGateway} />
      )}
      <Box sx={figures && money.length > 0 ? COLUMNS : STACK}>
        {figuresCard}
        {money.length > 0 && <Box sx={STACK}>{money}</Box>}
      </Box>
      {/* The platform has no orders of its own, so its channels come first. */}
      {!orders && channelsCard && !isQuiet ? (
        <Box sx={COLUMNS}>
          <Box sx={STACK}>{channelsCard}</Box>
          {beside.length > 0 && <Box sx={FIRST_ON_A_PHONE}>{beside}</Box>}
        </Box>
      ) : (
        <Box sx={BESIDE}>{beside}</Box>
      )}
    </Box>
  );
}

/** Main cards on the left, secondary ones on the right. One column on narrow screens. */
const COLUMNS = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 360px)' },
} as const;

const STACK = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
} as const;

/** Two main parts with all secondary cards beside them. In one column, the secondary cards are between the parts. */
const BESIDE_TWO = { ...COLUMNS, gridTemplateRows: { lg: 'auto 1fr' } } as const;

/** The secondary cards beside both main parts. On a phone, its parts are among those of the page. */
const SIDE = { ...STACK, display: { xs: 'contents', lg: 'grid' }, gridRow: { lg: 'span 2' } } as const;

/** On a phone, the figures come before what seldom changes. */
const LAST_ON_A_PHONE = { ...STACK, order: { xs: 1, lg: 0 } } as const;

/** On a phone, tasks come before a long list without any. */
const FIRST_ON_A_PHONE = { ...STACK, order: { xs: -1, lg: 0 } } as const;

const BESIDE = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
} as const;

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
