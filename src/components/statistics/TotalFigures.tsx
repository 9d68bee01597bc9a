import { Box, Typography } from '@mui/material';
import type { Figures, CurrencyStatistics } from '#shared/contract/submerchantStatistics.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useAmount } from '../figures/useAmount.ts';
import { ComparedText } from '../figures/ComparedText.tsx';
import { compareFigures, compareRates, successRate, type Comparison } from '../figures/comparison.ts';
import { FigureLink } from '../figures/FigureLink.tsx';
import { rateText } from '../figures/rateText.ts';
import type { Kind, OrdersLink } from './useOrdersLink.ts';

interface TotalFiguresProps {
  kind: Kind;
  statistics: CurrencyStatistics;
  linkTo: OrdersLink;
}

/** What came of collections, or of payouts, each figure beside that of the period before. */
export function TotalFigures({ kind, statistics: { currency, total, previous }, linkTo }: TotalFiguresProps) {
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  const now = figuresOf(total, kind);
  const before = previous && figuresOf(previous, kind);
  const title = translate(`statistics.${kind}`);
  const [all, succeeded] = [linkTo({ kind, isSuccess: false }), linkTo({ kind, isSuccess: true })];
  const compared = (of: (figures: ReturnType<typeof figuresOf>) => string | number) =>
    compareFigures(BigInt(of(now)), before && BigInt(of(before)));
  const count = (value: number) => formatAmount(String(value), 0);
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box component="dl" sx={GRID}>
        <Figure
          name={translate('statistics.amount')}
          text={amount(now.amount)}
          to={succeeded}
          isMain
          {...compare(compared((one) => one.amount))}
        />
        <Figure
          name={translate('statistics.fee')}
          text={amount(now.fee)}
          to={succeeded}
          {...compare(compared((one) => one.fee))}
        />
        <Figure
          name={translate('statistics.count')}
          text={count(now.count)}
          to={all}
          {...compare(compared((one) => one.count))}
        />
        <Figure
          name={translate('statistics.success_count')}
          text={count(now.success)}
          to={succeeded}
          {...compare(compared((one) => one.success))}
        />
        <Figure
          name={translate('statistics.success_rate')}
          text={rateText(now.rate) ?? '–'}
          to={null}
          comparison={compareRates(now.rate, before?.rate ?? null)}
          isRate
        />
      </Box>
    </Box>
  );
}

const compare = (comparison: Comparison) => ({ comparison, isRate: false });

function figuresOf(figures: Figures, kind: Kind) {
  const [count, success] = [figures[`${kind}_count`], figures[`${kind}_success_count`]];
  const rate = successRate(success, count);
  return { count, success, rate, amount: figures[`${kind}_amount`], fee: figures[`${kind}_fee`] };
}

interface FigureProps {
  name: string;
  text: string;
  to: string | null;
  comparison: Comparison;
  isRate: boolean;
  isMain?: boolean;
}

function Figure({ name, text, to, comparison, isRate, isMain = false }: FigureProps) {
  return (
    <div>
      <Typography component="dt" variant="caption" color="text.secondary">
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography variant={isMain ? 'h6' : 'subtitle1'} component="div" sx={{ ...VALUE, fontWeight: 600 }}>
          <FigureLink text={text} to={to} name={name} />
        </Typography>
        <ComparedText comparison={comparison} isRate={isRate} />
      </Box>
    </div>
  );
}

const VALUE = { fontVariantNumeric: 'tabular-nums', lineHeight: 1.5, overflowWrap: 'anywhere' } as const;
const GRID = {
  ...{ display: 'grid', m: 0, columnGap: 3, rowGap: 2, alignItems: 'end' },
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
};
