import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { CurrencyFigures, Dashboard, LatestOrder } from '#shared/contract/dashboard.ts';
import { BalanceCard } from './BalanceCard.tsx';
import { ChannelsCard, RatesCard } from './ChannelsCard.tsx';
import { BESIDE, BESIDE_TWO, COLUMNS, FIRST_ON_A_PHONE, LAST_ON_A_PHONE, SIDE, STACK } from './homeLayout.ts';
import { LatestCard } from './LatestCard.tsx';
import { FiguresCard, MerchantsCard } from './FiguresCard.tsx';
import { SetupCard, SigningKeyCard } from './SetupCard.tsx';
import { SplitCard } from './SplitCard.tsx';
import { TrendCard } from './TrendCard.tsx';
import { useOrdersLink, type OrdersLink } from './useOrdersLink.ts';
import { WaitingCard } from './WaitingCard.tsx';

interface HomePartsProps {
  home: Dashboard;
  currency: string;
  /** The current day in the tenant's time zone. */
  today: string;
  figures: CurrencyFigures | undefined;
  /** As for `DashboardPage`. */
  onTryGateway: (() => void) | null;
}

/** The cards that the user may see, without gaps for the others. */
export function HomeParts({ home, currency, today, figures, onTryGateway }: HomePartsProps) {
  const { balances, orders, payouts_under_way: payouts, channels, waiting } = home;
  const { signing_key: key, setup, merchants } = home;
  const linkTo = useOrdersLink((orders?.currencies.length ?? 0) > 1 ? currency : null);
  const waitingCard = waiting.length > 0 && <WaitingCard key="waiting" waiting={waiting} />;
  const beside = [
    !figures && waitingCard,
    merchants && <MerchantsCard key="merchants" {...merchants} />,
    orders && channels && <ChannelsCard key="channels" channels={channels} asOf={home.as_of} />,
    key && <SigningKeyCard key="key" signingKey={key} asOf={home.as_of} />,
    // Last, because it loads later than the others and must not move them.
    orders && channels && <RatesCard key="rates" />,
  ].filter(Boolean);
  const money = [
    balances && <BalanceCard key="balances" balances={balances} currency={currency} payouts={payouts} />,
    figures && waitingCard,
  ].filter(Boolean);
  const parts = { home, linkTo, money, beside };
  return figures && orders && !setup ? (
    <OrderParts {...parts} figures={figures} today={today} latest={orders.latest} />
  ) : (
    <OtherParts {...parts} figures={figures} onTryGateway={onTryGateway} />
  );
}

interface Parts {
  home: Dashboard;
  linkTo: OrdersLink;
  /** Cards of balances and tasks. */
  money: readonly ReactNode[];
  /** Secondary cards. */
  beside: readonly ReactNode[];
}

interface OrderPartsProps extends Parts {
  figures: CurrencyFigures;
  today: string;
  latest: readonly LatestOrder[];
}

/** The trend of the orders and what they consist of, with the other cards beside both. */
function OrderParts({ home, figures, today, latest, linkTo, money, beside }: OrderPartsProps) {
  const { range, channels } = home;
  const hasSide = money.length + beside.length > 0;
  return (
    <Box sx={hasSide ? BESIDE_TWO : STACK}>
      <Box sx={STACK}>
        <TrendCard range={range} figures={figures} today={today} linkTo={linkTo} />
        <FiguresCard range={range} figures={figures} linkTo={linkTo} />
      </Box>
      {hasSide && (
        <Box sx={SIDE}>
          {money.length > 0 && <Box sx={STACK}>{money}</Box>}
          {beside.length > 0 && <Box sx={LAST_ON_A_PHONE}>{beside}</Box>}
        </Box>
      )}
      <Box sx={STACK}>
        <SplitCard span={range.span} figures={figures} channels={channels} linkTo={linkTo} />
        <LatestCard orders={latest} />
      </Box>
    </Box>
  );
}

type OtherPartsProps = Parts & Pick<HomePartsProps, 'figures' | 'onTryGateway'>;

/** The steps of the set-up, or the cards of a user who doesn't see orders. */
function OtherParts({ home, figures, linkTo, money, beside, onTryGateway }: OtherPartsProps) {
  const { range, orders, channels, setup, merchants } = home;
  return (
    <Box sx={STACK}>
      {setup && setup.length > 0 && (
        <SetupCard steps={setup} isPlatform={merchants !== undefined} onTryGateway={onTryGateway} />
      )}
      <Box sx={figures && money.length > 0 ? COLUMNS : STACK}>
        {figures && <FiguresCard range={range} figures={figures} linkTo={linkTo} />}
        {money.length > 0 && <Box sx={STACK}>{money}</Box>}
      </Box>
      {/* The platform has no orders of its own, so its channels come first. */}
      {!orders && channels && !setup ? (
        <Box sx={COLUMNS}>
          <Box sx={STACK}>
            <ChannelsCard channels={channels} asOf={home.as_of} />
          </Box>
          {beside.length > 0 && <Box sx={FIRST_ON_A_PHONE}>{beside}</Box>}
        </Box>
      ) : (
        <Box sx={BESIDE}>{beside}</Box>
      )}
    </Box>
  );
}
