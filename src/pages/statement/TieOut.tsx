import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import type { CurrencyStatement } from '#shared/contract/statements.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { isNothing, isSectionTied } from './tied.ts';
import { useAmounts } from './useAmounts.ts';

/** Whether opening balance and movements make what the ledger, and now the wallet, say; if not, by how much. */
export function TieOut({ of }: { of: CurrencyStatement }) {
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
