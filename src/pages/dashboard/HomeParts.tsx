import { Box } from '@mui/material';
import type { CurrencyFigures, Home } from '#shared/contract/home.ts';
import { BalanceCard } from './BalanceCard.tsx';
import { ChannelsCard } from './ChannelsCard.tsx';
import { COLUMNS, STACK } from './homeLayout.ts';
import { LatestCard } from './LatestCard.tsx';
import { MerchantsCard } from './MerchantsCard.tsx';
import { PeriodCards } from './PeriodCards.tsx';
import { RatesCard } from './RatesCard.tsx';
import { SetupCard } from './SetupCard.tsx';
import { SigningKeyCard } from './SigningKeyCard.tsx';
import { SplitCard } from './SplitCard.tsx';
import { TodayCard } from './TodayCard.tsx';
import { TrendCard } from './TrendCard.tsx';
import { useOrdersLink } from './useOrdersLink.ts';
import { WaitingCard } from './WaitingCard.tsx';

interface HomePartsProps {
  home: Home;
  currency: string;
  figures: CurrencyFigures | undefined;
}

/** The parts that the user may see, with no gaps for the others. */
export function HomeParts({ home, currency, figures }: HomePartsProps) {
  const { balances, orders, payouts_under_way: payouts, channels, waiting, signing_key: key, setup, merchants } = home;
  const linkTo = useOrdersLink((orders?.currencies.length ?? 0) > 1 ? currency : null);
  const [today, ...longer] = figures?.periods ?? [];
  const isQuiet = setup !== undefined;
  const main = figures && orders && (
    <>
      <TrendCard {...{ figures, linkTo }} />
      <SplitCard periods={figures.periods} {...{ currency, channels, linkTo }} />
      <LatestCard orders={orders.latest} />
    </>
  );
  const waitingCard = waiting.length > 0 && <WaitingCard key="waiting" waiting={waiting} />;
  const channelsCard = channels && <ChannelsCard key="channels" {...{ channels }} asOf={home.as_of} />;
  const beside = [
    !today && waitingCard,
    merchants && <MerchantsCard key="merchants" {...merchants} />,
    orders && channelsCard,
    key && <SigningKeyCard key="key" signingKey={key} asOf={home.as_of} />,
    // The last: it comes later than the others, and moves none of them.
    orders && channels && <RatesCard key="rates" />,
  ].filter(Boolean);
  // The platform has no orders of its own: the channels are what it looks at first.
  const first = orders ? main : channelsCard;
  const isSplit = Boolean(first) && !isQuiet;
  return (
    <Box sx={STACK}>
      {setup && setup.length > 0 && <SetupCard steps={setup} isPlatform={merchants !== undefined} />}
      <Box sx={today && (balances || waitingCard) ? COLUMNS : STACK}>
        {today && (
          <Box sx={STACK}>
            <TodayCard period={today} {...{ currency, linkTo }} />
            {!isQuiet && <PeriodCards periods={longer} {...{ currency, linkTo }} />}
          </Box>
        )}
        {(balances || (today && waitingCard)) && (
          <Box sx={FILLED}>
            {balances && <BalanceCard {...{ balances, currency, payouts }} />}
            {today && waitingCard}
          </Box>
        )}
      </Box>
      {isSplit ? (
        <Box sx={COLUMNS}>
          <Box sx={STACK}>{first}</Box>
          {beside.length > 0 && <Box sx={orders ? STACK : FIRST_ON_A_PHONE}>{beside}</Box>}
        </Box>
      ) : (
        <Box sx={BESIDE}>{beside}</Box>
      )}
    </Box>
  );
}

/** The last card reaches down to the end of what is beside it. */
const FILLED = { ...STACK, alignContent: 'stretch', gridTemplateRows: 'auto', gridAutoRows: '1fr' } as const;

/** What waits for somebody, before a long list that waits for nobody. */
const FIRST_ON_A_PHONE = { ...STACK, order: { xs: -1, lg: 0 } } as const;

const BESIDE = {
  ...{ display: 'grid', gap: 2, alignItems: 'start' },
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
} as const;
