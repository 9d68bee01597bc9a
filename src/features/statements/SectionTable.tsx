import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Link as MuiLink } from '@mui/material';
import {
  TRANSFER_LINES,
  TURNOVER_LINES,
  type LineKey,
  type StatementSection,
  type StatementLine,
} from '#shared/contract/statements.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { balanceEntriesFilter, lineEntriesFilter, ENTRIES_RESOURCE } from '#shared/statements/entriesFilter.ts';
import type { Filter } from '#shared/contract/listQuery.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { scrollShades } from '#console/ui/scrollShades.ts';
import { useFindPlace } from '#console/resource/resourcePlaces.ts';
import { useAmounts } from './useStatement.ts';

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
        const isNothing = line[figure] === '0';
        const text = moved(line[figure]);
        return (
          <FigureCell key={figure} text={text} isQuiet={isNothing} behind={isNothing ? null : behind} item={item} />
        );
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
  const place = useFindPlace()(ENTRIES_RESOURCE);
  return (
    <TableCell align="right" sx={isQuiet ? { color: 'text.secondary' } : undefined}>
      {behind && place ? (
        <MuiLink
          component={Link}
          to={`${place.basePath}?${new URLSearchParams({ filter: JSON.stringify(behind) })}`}
          color="inherit"
          underline="hover"
          aria-label={`${text} ${translate('statement.behind', { item })}`}
          sx={figureLink}
        >
          {text}
        </MuiLink>
      ) : (
        text
      )}
    </TableCell>
  );
}

/** Large enough to be hit, and aligned with the figures next to it. */
const figureLink = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 24,
  my: -0.5,
  textDecorationColor: 'currentcolor',
} as const;

/** Aligned digits, with subtle lines between rows. */
export const sheetTable = {
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: { xs: 0.5, sm: 1.5 }, fontSize: { xs: '0.75rem', sm: '0.8125rem' } },
  '& td, & thead th': { whiteSpace: 'nowrap' },
  '& td, & th': { verticalAlign: 'baseline' },
  '& tbody th': { fontWeight: 400 },
  '& tr[data-strong] > *': { fontWeight: 600, borderTop: 1, borderTopColor: 'divider' },
} as const;
