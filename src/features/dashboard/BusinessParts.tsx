import { Box } from '@mui/material';
import type { CurrencyBusiness, Home } from '#shared/contract/home.ts';
import { CurrenciesCard, MerchantsShare, PayoutsAndFees } from './BusinessCards.tsx';
import { ChannelsCard } from './ChannelsCard.tsx';
import { BESIDE_TWO, STACK } from './columns.ts';
import { FiguresCard, MerchantsCard } from './FiguresCard.tsx';
import { SplitCard } from './SplitCard.tsx';
import { TrendCard } from './TrendCard.tsx';
import { useOrdersLink } from './useOrdersLink.ts';
import { WaitingCard } from './WaitingCard.tsx';

interface BusinessPartsProps {
  home: Home;
  /** Figures of the selected currency. */
  figures: CurrencyBusiness;
  /** The current day in the platform's time zone. */
  today: string;
}

/** The operator's dashboard: business of all merchants, and tasks for the operator. */
export function BusinessParts({ home, figures, today }: BusinessPartsProps) {
  const { range, business = [], channels, waiting, merchants } = home;
  const linkTo = useOrdersLink(figures.currency);
  return (
    <Box sx={BESIDE_TWO}>
      <Box sx={STACK}>
        <TrendCard {...{ range, figures, today, linkTo }} />
        <FiguresCard {...{ range, figures, linkTo }} />
      </Box>
      <Box sx={{ ...STACK, gridRow: { lg: 'span 2' } }}>
        {waiting.length > 0 && <WaitingCard waiting={waiting} />}
        {merchants && <MerchantsCard {...merchants} />}
        {channels && <ChannelsCard {...{ channels }} asOf={home.as_of} />}
      </Box>
      <Box sx={STACK}>
        <PayoutsAndFees business={figures} span={range.span} />
        {business.length > 1 && <CurrenciesCard business={business} />}
        <MerchantsShare business={figures} span={range.span} linkTo={linkTo} />
        <SplitCard span={range.span} {...{ figures, channels, linkTo }} />
      </Box>
    </Box>
  );
}
