import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import { Alert, AlertTitle, Box, Paper, Typography } from '@mui/material';
import { useGetIdentity } from 'react-admin';
import { type CurrencyStatement, isTurnover, type Statement } from '#shared/contract/statements.ts';
import { formatInZone } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import { Notice } from '@merchant-console/ra-declared/internal';
import { PRINTED } from '#console/ui/PrintStyles.tsx';
import { useAmounts, type StatementState } from './useStatement.ts';
import { DayTable } from './DayTable.tsx';
import { AccountsTable, ChargesTable, isNothing, isSectionTied } from './statementTables.tsx';

/** The statement in the form in which it is also printed. */
export function StatementSheet({ statement, state }: { statement: Statement; state: StatementState }) {
  const { translate } = useFormatContext();
  const { period, today, statements } = statement;
  return (
    <Paper
      {...PRINTED}
      component="article"
      variant="outlined"
      aria-label={translate('statement.title')}
      aria-busy={state.isUpdating}
      sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, minWidth: 0 }}
    >
      <SheetHead statement={statement} />
      {period.to >= today && <Alert severity="info">{translate('statement.not_over')}</Alert>}
      {statements.map((one) => (
        <CurrencyBlock key={one.currency} statement={statement} state={state} of={one} />
      ))}
      {statements.length === 0 && <Notice title={translate('statement.no_wallet')} />}
    </Paper>
  );
}

function SheetHead({ statement }: { statement: Statement }) {
  const { translate, currencyData } = useFormatContext();
  const { identity } = useGetIdentity();
  const { merchant, period, time_zone, generated_at } = statement;
  const time = formatInZone(new Date(generated_at), time_zone);
  return (
    <Box
      component="header"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1.5, justifyContent: 'space-between' }}
    >
      <Box>
        <Typography component="p" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {merchant.name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('statement.merchant_no')} {merchant.merchant_no}
        </Typography>
        {/* The live statement has the same name and number, and the printed page has no banner. */}
        {currencyData.is_test && <Typography sx={{ fontWeight: 600 }}>{translate('testMode.banner')}</Typography>}
      </Box>
      <Box sx={{ textAlign: { sm: 'right' } }}>
        <Typography component="h2" variant="h6">
          {translate('statement.title')}{' '}
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {inWords(period)}
          </Box>
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('statement.days', { zone: time_zone })}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('statement.generated', { time, name: identity?.fullName ?? '' })}
        </Typography>
      </Box>
    </Box>
  );
}

const inWords = ({ from, to }: Statement['period']) => (from === to ? from : `${from} – ${to}`);

interface CurrencyBlockProps {
  of: CurrencyStatement;
  statement: Statement;
  state: StatementState;
}

/** The statement of one currency: four figures, the reconciliation, the lines, and the days. */
function CurrencyBlock({ of, statement, state }: CurrencyBlockProps) {
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
          m: 0,
          display: 'grid',
          gap: 2,
          py: 2,
          borderBlock: 1,
          borderColor: 'divider',
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
      {whole.lines.some(({ key }) => isTurnover(key)) && <ChargesTable section={whole} currency={currency} />}
      <AccountsTable section={whole} currency={currency} closing={closing} />
      {days.length > 1 && <DayTable of={of} state={state} />}
    </Box>
  );
}

/**
 * Shows whether opening balance plus movements equals the balance in the ledger and, if current, in the wallet.
 * Otherwise shows the difference.
 */
function TieOut({ of }: { of: CurrencyStatement }) {
  const { translate } = useFormatContext();
  const { moved } = useAmounts(of.currency);
  const { whole, days, wallet } = of;
  const broken = days.filter((day) => !isSectionTied(day));
  const isTied = isSectionTied(whole) && broken.length === 0 && (!wallet || isNothing(wallet.difference));
  if (isTied) {
    return (
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <CheckIcon aria-hidden sx={{ color: 'success.main', fontSize: '1.25rem' }} />
        <Typography variant="body2">{translate(wallet ? 'statement.is_tied_wallet' : 'statement.is_tied')}</Typography>
      </Box>
    );
  }
  const inAccounts = (figures: { available: string; frozen: string }) => ({
    available: moved(figures.available),
    frozen: moved(figures.frozen),
  });
  return (
    <Alert severity="error" data-whole="">
      <AlertTitle>{translate('statement.not_tied')}</AlertTitle>
      {!isNothing(whole.difference) && <div>{translate('statement.differs', inAccounts(whole.difference))}</div>}
      {days.length > 1 &&
        broken.map(({ day, difference }) => (
          <div key={day}>{translate('statement.differs_day', { day, ...inAccounts(difference) })}</div>
        ))}
      {whole.missing !== 0 && <div>{translate('statement.missing', { count: whole.missing })}</div>}
      {wallet && !isNothing(wallet.difference) && (
        <div>{translate('statement.wallet_differs', inAccounts(wallet.difference))}</div>
      )}
      <div>{translate('statement.tell_support')}</div>
    </Alert>
  );
}
