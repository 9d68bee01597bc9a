import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { TRANSFER_LINES, TURNOVER_LINES, type LineKey, type StatementSection } from '#shared/contract/statements.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { BalanceRow, LineRow } from './SectionRows.tsx';
import { sheetTable } from './sheetTable.ts';

interface SectionTableProps {
  section: StatementSection;
  currency: string;
  /** What the last row is called. */
  closing: string;
}

const COLUMNS = ['count', 'fee', 'available', 'frozen', 'total'] as const;

/** Opening balance, lines and closing balance, so that each of the columns adds up from top to bottom. */
export function SectionTable({ section, currency, closing }: SectionTableProps) {
  const { translate } = useFormatContext();
  const label = translate('statement.turnover');
  const linesOf = (keys: readonly LineKey[]) => section.lines.filter(({ key }) => keys.includes(key));
  const groups = [
    { key: 'turnover', lines: linesOf(TURNOVER_LINES) },
    { key: 'transfers', lines: linesOf(TRANSFER_LINES) },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label}>
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
          <BalanceRow end="opening" label={translate('statement.opening')} {...{ section, currency }} />
        </TableBody>
        {groups.map(({ key, lines }) => (
          <TableBody key={key}>
            <TableRow>
              <TableCell component="th" scope="rowgroup" colSpan={6} sx={{ color: 'text.secondary', pt: 1.5 }}>
                {translate(`statement.${key}`)}
              </TableCell>
            </TableRow>
            {lines.map((line) => (
              <LineRow key={line.key} {...{ line, section, currency }} />
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
          <BalanceRow end="closing" label={translate(`statement.${closing}`)} {...{ section, currency }} />
        </TableBody>
      </Table>
    </TableContainer>
  );
}
