import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import type { CurrencyStatement, StatementDay } from '#shared/contract/statements.ts';
import { FigureLink } from '#console/features/figures/Figure.tsx';
import { useFormatContext } from '@merchant-console/ra-declared';
import { scrollShades } from '@merchant-console/ra-declared/internal';
import { isSectionTied, isZero, sheetTable } from './statementTables.tsx';
import { useAmounts, type StatementState } from './useStatement.ts';

/** One row per day, linked to the day's own statement. */
export function DayTable({ of: { currency, days, whole }, state }: { of: CurrencyStatement; state: StatementState }) {
  const { translate } = useFormatContext();
  const { plain, moved } = useAmounts(currency);
  const title = translate('statement.by_day');
  const figures = ({ opening, credit, debit, activity, closing }: Omit<StatementDay, 'day'>) => {
    const { available, frozen, total } = closing;
    const texts = {
      opening: plain(opening.total),
      credit: moved(credit),
      debit: plain(debit),
      fee: plain(activity.fee),
    };
    const ends = { available: plain(available), frozen: plain(frozen), closing: plain(total) };
    return Object.entries({ ...texts, ...ends }).map(([column, text]) => (
      <TableCell key={column} align="right" sx={isZero(text) ? { color: 'text.secondary' } : undefined}>
        {text}
      </TableCell>
    ));
  };
  const heads = ['opening', 'credit', 'debit', 'fee', 'available', 'frozen', 'closing'];
  return (
    <div>
      <Typography component="h4" variant="subtitle2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-label={title} sx={scrollShades}>
        <Table size="small" aria-label={title} sx={sheetTable}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('statement.day')}</TableCell>
              {heads.map((head) => (
                <TableCell key={head} align="right">
                  {translate(`statement.${head}`)}
                </TableCell>
              ))}
              <TableCell>{translate('statement.check')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {days.map((day) => (
              <TableRow key={day.day}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap', '& a': { verticalAlign: 'middle' } }}>
                  <FigureLink
                    text={day.day}
                    to={state.addressOfPeriod({ from: day.day, to: day.day })}
                    color="primary"
                  />
                </TableCell>
                {figures(day)}
                <TableCell
                  sx={isSectionTied(day) ? { color: 'text.secondary' } : { color: 'error.main', fontWeight: 600 }}
                >
                  {translate(isSectionTied(day) ? 'statement.tied' : 'statement.not_tied_short')}
                </TableCell>
              </TableRow>
            ))}
            <TableRow data-strong="">
              <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                {translate('statement.total_row')}
              </TableCell>
              {figures(whole)}
              <TableCell />
            </TableRow>
          </TableBody>
        </Table>
      </TableContainer>
    </div>
  );
}
