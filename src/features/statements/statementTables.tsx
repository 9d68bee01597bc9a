import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Filter } from '@merchant-console/protocol';
import {
  TRANSFER_LINES,
  TURNOVER_LINES,
  type LineKey,
  type StatementFigures,
  type StatementLine,
  type StatementSection,
} from '#shared/contract/statements.ts';
import { formatCount } from '@merchant-console/declaration';
import { ENTRIES_RESOURCE, balanceEntriesFilter, lineEntriesFilter } from '#shared/statements/entriesFilter.ts';
import { FigureLink } from '#console/features/figures/Figure.tsx';
import { useFormatContext } from '@merchant-console/ra-declared';
import { scrollShades, useListLink } from '@merchant-console/ra-declared/internal';
import { useAmounts } from './useStatement.ts';

interface SectionProps {
  section: StatementSection;
  currency: string;
}

const linesOf = ({ lines }: StatementSection, keys: readonly LineKey[]) =>
  lines.filter(({ key }) => keys.includes(key));

/** Gross, fee and net of each kind of event, and altogether. */
export function ChargesTable({ section, currency }: SectionProps) {
  const { translate } = useFormatContext();
  const { plain, moved } = useAmounts(currency);
  const { activity, fees } = section;
  const hasReturned = fees.returned !== '0';
  const partOf = (part: 'charged' | 'returned') => (
    <TableRow>
      <TableCell component="th" scope="row" colSpan={3} sx={{ color: 'text.secondary' }}>
        {translate(`statement.fees_${part}`)}
      </TableCell>
      <TableCell align="right">{plain(fees[part])}</TableCell>
      <TableCell />
    </TableRow>
  );
  return (
    <LinesTable
      title="turnover"
      notes={['gross_note', ...(hasReturned ? ['returned_note'] : [])]}
      columns={['count', 'gross', 'fee', 'net']}
    >
      <TableBody>
        {linesOf(section, TURNOVER_LINES).map((line) => (
          <LineRow
            key={line.key}
            {...{ line, section, currency }}
            figures={[moved(line.gross), plain(line.fee), moved(line.total)]}
          />
        ))}
      </TableBody>
      <TableBody>
        <TableRow data-strong="">
          <TableCell component="th" scope="row" colSpan={2}>
            {translate('statement.activity')}
          </TableCell>
          {[moved(activity.gross), plain(activity.fee), moved(activity.net)].map((text, at) => (
            <TableCell key={at} align="right">
              {text}
            </TableCell>
          ))}
        </TableRow>
        {hasReturned && (
          <>
            {partOf('charged')}
            {partOf('returned')}
          </>
        )}
      </TableBody>
    </LinesTable>
  );
}

interface AccountsTableProps extends SectionProps {
  /** Label of the last row. */
  closing: string;
}

/** Opening balance, lines and closing balance, so that each column adds up from top to bottom. */
export function AccountsTable({ section, currency, closing }: AccountsTableProps) {
  const { translate } = useFormatContext();
  const { moved } = useAmounts(currency);
  const groups = [
    { key: 'turnover', lines: linesOf(section, TURNOVER_LINES) },
    { key: 'transfers', lines: linesOf(section, TRANSFER_LINES) },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <LinesTable title="by_account" notes={NO_NOTES} columns={['count', ...FIGURES]}>
      <TableBody>
        <BalanceRow end="opening" label={translate('statement.opening')} section={section} currency={currency} />
      </TableBody>
      {groups.map(({ key, lines }) => (
        <TableBody key={key}>
          <TableRow>
            <TableCell component="th" scope="rowgroup" colSpan={5} sx={{ color: 'text.secondary', pt: 1.5 }}>
              {translate(`statement.${key}`)}
            </TableCell>
          </TableRow>
          {lines.map((line) => (
            <LineRow
              key={line.key}
              {...{ line, section, currency }}
              figures={FIGURES.map((figure) => moved(line[figure]))}
            />
          ))}
        </TableBody>
      ))}
      <TableBody>
        {groups.length === 0 && (
          <TableRow>
            <TableCell colSpan={5} sx={{ color: 'text.secondary', py: 2 }}>
              {translate('statement.no_movement')}
            </TableCell>
          </TableRow>
        )}
        <BalanceRow end="closing" label={translate(`statement.${closing}`)} section={section} currency={currency} />
      </TableBody>
    </LinesTable>
  );
}

const NO_NOTES: readonly string[] = [];

interface LinesTableProps {
  /** Translation keys `statement.<key>` of the heading, the sentences below it, and the columns after the first. */
  title: string;
  notes: readonly string[];
  columns: readonly string[];
  children: ReactNode;
}

function LinesTable({ title, notes, columns, children }: LinesTableProps) {
  const { translate } = useFormatContext();
  const label = translate(`statement.${title}`);
  return (
    <div>
      <Typography component="h4" variant="subtitle2">
        {label}
      </Typography>
      {notes.map((note) => (
        <Typography key={note} variant="body2" color="text.secondary">
          {translate(`statement.${note}`)}
        </Typography>
      ))}
      <TableContainer tabIndex={0} role="region" aria-label={label} sx={scrollShades}>
        <Table size="small" aria-label={label} sx={sheetTable}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('statement.item')}</TableCell>
              {columns.map((column) => (
                <TableCell key={column} align="right" sx={{ width: '17%' }}>
                  {translate(`statement.${column}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          {children}
        </Table>
      </TableContainer>
    </div>
  );
}

const FIGURES = ['available', 'frozen', 'total'] as const;

interface LineRowProps extends SectionProps {
  line: StatementLine;
  /** Amounts as shown. Those other than zero are linked to their entries. */
  figures: readonly string[];
}

/** One kind of event. */
function LineRow({ line, section, currency, figures }: LineRowProps) {
  const { translate } = useFormatContext();
  const item = translate(`statement.lines.${line.key}`);
  const behind = lineEntriesFilter(line.key, { from: section.from, to: section.to, currency });
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {item}
      </TableCell>
      <FigureCell text={formatCount(line.count)} behind={behind} item={item} />
      {figures.map((text, at) => {
        const isQuiet = isZero(text);
        return <FigureCell key={at} text={text} isQuiet={isQuiet} behind={isQuiet ? null : behind} item={item} />;
      })}
    </TableRow>
  );
}

interface BalanceRowProps extends SectionProps {
  end: 'opening' | 'closing';
  label: string;
}

/** The balance at one end, linked to all ledger entries up to then. */
function BalanceRow({ end, label, section, currency }: BalanceRowProps) {
  const { plain } = useAmounts(currency);
  return (
    <TableRow data-strong="">
      <TableCell component="th" scope="row" colSpan={2}>
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
export const sheetTable = {
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: { xs: 0.5, sm: 1.5 }, fontSize: { xs: '0.75rem', sm: '0.8125rem' } },
  '& td, & thead th': { whiteSpace: 'nowrap' },
  '& td, & th': { verticalAlign: 'baseline' },
  // Large links are aligned with the figures next to them.
  '& a': { my: -0.5 },
  '& tbody th': { fontWeight: 400 },
  '& tr[data-strong] > *': { fontWeight: 600, borderTop: 1, borderTopColor: 'divider' },
} as const;

export const isZero = (text: string) => /^[0.]*$/.test(text);

/** Checks both accounts, because a total can be zero if they cancel each other out. */
export function isNothing({ available, frozen }: StatementFigures): boolean {
  return available === '0' && frozen === '0';
}

/** True if opening balance plus lines equals the closing balance and no entry is missing. */
export function isSectionTied({ difference, missing }: StatementSection): boolean {
  return isNothing(difference) && missing === 0;
}
