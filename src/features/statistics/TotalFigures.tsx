import { Box, Typography } from '@mui/material';
import type { Figures, CurrencyStatistics } from '#shared/contract/submerchantStatistics.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { compareFigures, Figure, RateFigure } from '#console/features/figures/Figure.tsx';
import { useAmount } from '#console/features/figures/useAmount.ts';
import type { Kind, FilteredOrdersLink } from './useFilteredOrdersLink.ts';

interface TotalFiguresProps {
  kind: Kind;
  statistics: CurrencyStatistics;
  linkTo: FilteredOrdersLink;
}

/** Totals of collections or payouts, each compared with the previous period. */
export function TotalFigures({ kind, statistics: { currency, total, previous }, linkTo }: TotalFiguresProps) {
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  const now = figuresOf(total, kind);
  const before = previous && figuresOf(previous, kind);
  const title = translate(`statistics.${kind}`);
  const succeeded = linkTo({ kind, outcome: 'success' });
  const compared = (of: (figures: ReturnType<typeof figuresOf>) => string | number) =>
    compareFigures(BigInt(of(now)), before && BigInt(of(before)));
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box component="dl" sx={GRID}>
        <Figure
          size="main"
          name={translate('statistics.amount')}
          text={amount(now.amount)}
          to={succeeded}
          comparison={compared((one) => one.amount)}
        />
        <Figure
          size="main"
          name={translate('statistics.count')}
          text={formatCount(now.count)}
          to={linkTo({ kind })}
          comparison={compared((one) => one.count)}
        />
        <Figure
          size="main"
          name={translate('statistics.success_count')}
          text={formatCount(now.success)}
          to={succeeded}
          comparison={compared((one) => one.success)}
        />
        <Figure
          size="main"
          name={translate('statistics.fee')}
          text={amount(now.fee)}
          to={succeeded}
          comparison={compared((one) => one.fee)}
        />
        <RateFigure rate={now.rate} before={before?.rate ?? null} />
        <Figure
          size="main"
          name={translate('statistics.open')}
          text={formatCount(now.open)}
          to={linkTo({ kind, outcome: 'open' })}
        />
      </Box>
    </Box>
  );
}

function figuresOf(figures: Figures, kind: Kind) {
  return {
    count: figures[`${kind}_count`],
    open: figures[`${kind}_open_count`],
    success: figures[`${kind}_success_count`],
    rate: figures[`${kind}_success_rate`],
    amount: figures[`${kind}_amount`],
    fee: figures[`${kind}_fee`],
  };
}

const GRID = {
  display: 'grid',
  m: 0,
  columnGap: 3,
  rowGap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
};
