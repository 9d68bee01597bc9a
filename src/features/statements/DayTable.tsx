import {
  Link as MuiLink,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type {
  CurrencyStatement,
  StatementDay,
  StatementFigures,
  StatementSection,
} from '#shared/contract/statements.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { scrollShades } from '#console/ui/scrollShades.ts';
import { sheetTable } from './SectionTable.tsx';
import { useAmounts, type StatementState } from './useStatement.ts';

interface DayTableProps {
  of: CurrencyStatement;
  state: StatementState;
}

/** One row per day, linked to the day's own statement. */
export function DayTable({ of: { currency, days, whole }, state }: DayTableProps) {
  const { translate } = useFormatContext();
  const { plain, moved } = useAmounts(currency);
  const title = translate('statement.by_day');
  const figures = ({ opening, credit, debit, closing }: Omit<StatementDay, 'day'>) => {
    const { available, frozen, total } = closing;
    const texts = { opening: plain(opening.total), credit: moved(credit), debit: plain(debit) };
    const ends = { available: plain(available), frozen: plain(frozen), closing: plain(total) };
    return Object.entries({ ...texts, ...ends }).map(([column, text]) => (
      <TableCell key={column} align="right" sx={isZero(text) ? { color: 'text.secondary' } : undefined}>
        {text}
      </TableCell>
    ));
  };
  const heads = ['opening', 'credit', 'debit', 'available', 'frozen', 'closing'];
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
                <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                  <MuiLink
                    component={Link}
                    to={state.addressOfPeriod({ from: day.day, to: day.day })}
                    underline="hover"
                    sx={{
                      display: 'inline-flex',
                      alignItems: 'center',
                      minHeight: 24,
                      my: -0.5,
                      verticalAlign: 'middle',
                    }}
                  >
                    {day.day}
                  </MuiLink>
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

const isZero = (text: string) => /^[0.]*$/.test(text);

/** Checks both accounts, because a total can be zero if they cancel each other out. */
export function isNothing({ available, frozen }: StatementFigures): boolean {
  return available === '0' && frozen === '0';
}

/** True if opening balance plus lines equals the closing balance and no entry is missing. */
export function isSectionTied({ difference, missing }: StatementSection): boolean {
  return isNothing(difference) && missing === 0;
}
