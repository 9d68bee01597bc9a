import { Box, Typography } from '@mui/material';
import type { CurrencyStatement, Statement } from '#shared/contract/statements.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { DayTable } from './DayTable.tsx';
import { SectionTable } from './SectionTable.tsx';
import { TieOut } from './TieOut.tsx';
import { useAmounts } from './useAmounts.ts';
import type { StatementState } from './useStatement.ts';

interface CurrencyBlockProps {
  of: CurrencyStatement;
  statement: Statement;
  state: StatementState;
}

/** The statement of one currency: four figures, whether they tie out, the lines behind them, and the days. */
export function CurrencyBlock({ of, statement, state }: CurrencyBlockProps) {
  const { translate } = useFormatContext();
  const { currency, whole, days } = of;
  const { plain, moved } = useAmounts(currency);
  const closing = statement.period.to >= statement.today ? 'closing_so_far' : 'closing';
  const figures = [
    { label: 'opening', text: plain(whole.opening.total) },
    { label: 'credit', text: moved(whole.credit) },
    { label: 'debit', text: plain(whole.debit) },
    { label: closing, text: plain(whole.closing.total) },
  ];
  return (
    <Box
      component="section"
      aria-label={translate('statement.of_currency', { currency })}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, minWidth: 0 }}
    >
      <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {translate('statement.of_currency', { currency })}
      </Typography>
      <Box
        component="dl"
        data-whole=""
        sx={{
          ...{ m: 0, display: 'grid', gap: 2, py: 2, borderBlock: 1, borderColor: 'divider' },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
          '@media print': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {figures.map(({ label, text }) => (
          <div key={label}>
            <Typography component="dt" variant="body2" color="text.secondary">
              {translate(`statement.${label}`)}
            </Typography>
            <Typography
              component="dd"
              sx={{ m: 0, fontSize: { xs: '1rem', sm: '1.125rem' }, fontWeight: 600, overflowWrap: 'anywhere' }}
            >
              {text}
            </Typography>
          </div>
        ))}
      </Box>
      <TieOut of={of} />
      <SectionTable section={whole} currency={currency} closing={closing} />
      {days.length > 1 && <DayTable {...{ of, state }} />}
    </Box>
  );
}
