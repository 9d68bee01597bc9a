import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import type { Filter } from '#shared/contract/listQuery.ts';
import {
  TRANSFER_LINES,
  TURNOVER_LINES,
  type CurrencyStatement,
  type LineKey,
  type StatementDay,
  type StatementFigures,
  type StatementLine,
  type StatementSection,
} from '#shared/contract/statements.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { ENTRIES_RESOURCE, balanceEntriesFilter, lineEntriesFilter } from '#shared/statements/entriesFilter.ts';
import { FigureLink } from '#console/features/figures/Figure.tsx';
import { useListLink } from '#console/resource/resourcePlaces.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { scrollShades } from '#console/ui/scrollShades.ts';
import { useAmounts, type StatementState } from './useStatement.ts';

interface SectionTableProps {
  section: StatementSection;
  currency: string;
  /** Label of the last row. */
  closing: string;
}

const COLUMNS = ['count', 'fee', 'available', 'frozen', 'total'] as const;

/** Opening balance, lines and closing balance, so that each column adds up from top to bottom. */
export function SectionTable({ section, currency, closing }: SectionTableProps) {
  const { translate } = useFormatContext();
  const label = translate('statement.turnover');
  const linesOf = (keys: readonly LineKey[]) => section.lines.filter(({ key }) => keys.includes(key));
  const groups = [
    { key: 'turnover', lines: linesOf(TURNOVER_LINES) },
    { key: 'transfers', lines: linesOf(TRANSFER_LINES) },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label} sx={scrollShades}>
      <Table size="small" aria-label={label} sx={sheetTable}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('statement.item')}</TableCell>
            {COLUMNS.map((column) => (
              <TableCell key={column} align="right">
                {translate(`statement.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          <BalanceRow end="opening" label={translate('statement.opening')} section={section} currency={currency} />
        </TableBody>
        {groups.map(({ key, lines }) => (
          <TableBody key={key}>
            <TableRow>
              <TableCell component="th" scope="rowgroup" colSpan={6} sx={{ color: 'text.secondary', pt: 1.5 }}>
                {translate(`statement.${key}`)}
              </TableCell>
            </TableRow>
            {lines.map((line) => (
              <LineRow key={line.key} line={line} section={section} currency={currency} />
            ))}
          </TableBody>
        ))}
        <TableBody>
          {groups.length === 0 && (
            <TableRow>
              <TableCell colSpan={6} sx={{ color: 'text.secondary', py: 2 }}>
                {translate('statement.no_movement')}
              </TableCell>
            </TableRow>
          )}
          <BalanceRow end="closing" label={translate(`statement.${closing}`)} section={section} currency={currency} />
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const FIGURES = ['available', 'frozen', 'total'] as const;

interface LineRowProps {
  line: StatementLine;
  section: StatementSection;
  currency: string;
}

/** The effect of one kind of event on the wallet. */
function LineRow({ line, section, currency }: LineRowProps) {
  const { translate } = useFormatContext();
  const { plain, moved } = useAmounts(currency);
  const item = translate(`statement.lines.${line.key}`);
  const behind = lineEntriesFilter(line.key, { from: section.from, to: section.to, currency });
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {item}
      </TableCell>
      <FigureCell text={formatCount(line.count)} behind={behind} item={item} />
      <TableCell align="right">{line.fee === '0' ? '' : plain(line.fee)}</TableCell>
      {FIGURES.map((figure) => {
        const isQuiet = line[figure] === '0';
        const text = moved(line[figure]);
        return <FigureCell key={figure} text={text} isQuiet={isQuiet} behind={isQuiet ? null : behind} item={item} />;
      })}
    </TableRow>
  );
}

interface BalanceRowProps {
  end: 'opening' | 'closing';
  label: string;
  section: StatementSection;
  currency: string;
}

/** The balance at one end, linked to all ledger entries up to then. */
function BalanceRow({ end, label, section, currency }: BalanceRowProps) {
  const { plain } = useAmounts(currency);
  return (
    <TableRow data-strong="">
      <TableCell component="th" scope="row" colSpan={3}>
        {label}
      </TableCell>
      {FIGURES.map((figure) => (
        <FigureCell
          key={figure}
          text={plain(section[end][figure])}
          behind={balanceEntriesFilter(end, { from: section.from, to: section.to, currency })}
          item={label}
        />
      ))}
    </TableRow>
  );
}

interface FigureCellProps {
  text: string;
  /** Name of the row. */
  item: string;
  /** Filter for the ledger entries that the figure sums up, or null if there is none. */
  behind: Filter | null;
  isQuiet?: boolean;
}

/** A figure linked to its ledger entries, if the user's menu has their list. */
function FigureCell({ text, item, behind, isQuiet = false }: FigureCellProps) {
  const { translate } = useFormatContext();
  const listLink = useListLink();
  return (
    <TableCell align="right" sx={isQuiet ? { color: 'text.secondary' } : undefined}>
      <FigureLink
        text={text}
        to={behind && listLink(ENTRIES_RESOURCE, behind)}
        name={translate('statement.behind', { item })}
      />
    </TableCell>
  );
}

/** Aligned digits, with subtle lines between rows. */
const sheetTable = {
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: { xs: 0.5, sm: 1.5 }, fontSize: { xs: '0.75rem', sm: '0.8125rem' } },
  '& td, & thead th': { whiteSpace: 'nowrap' },
  '& td, & th': { verticalAlign: 'baseline' },
  // Large links are aligned with the figures next to them.
  '& a': { my: -0.5 },
  '& tbody th': { fontWeight: 400 },
  '& tr[data-strong] > *': { fontWeight: 600, borderTop: 1, borderTopColor: 'divider' },
} as const;

/** One row per day, linked to the day's own statement. */
export function DayTable({ of: { currency, days, whole }, state }: { of: CurrencyStatement; state: StatementState }) {
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

const isZero = (text: string) => /^[0.]*$/.test(text);

/** Checks both accounts, because a total can be zero if they cancel each other out. */
export function isNothing({ available, frozen }: StatementFigures): boolean {
  return available === '0' && frozen === '0';
}

/** True if opening balance plus lines equals the closing balance and no entry is missing. */
export function isSectionTied({ difference, missing }: StatementSection): boolean {
  return isNothing(difference) && missing === 0;
}
