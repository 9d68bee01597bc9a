import { TableCell, TableRow } from '@mui/material';
import type { StatementLine, StatementSection } from '#shared/contract/statements.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { entriesOfBalance, entriesOfLine, onlyAccountOf, type Account } from '#shared/statements/entriesBehind.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { FigureCell } from './FigureCell.tsx';
import { useAmounts } from './useAmounts.ts';

const ACCOUNTS = ['available', 'frozen'] as const;

interface LineRowProps {
  line: StatementLine;
  section: StatementSection;
  currency: string;
}

/** What one kind of event did to the wallet. */
export function LineRow({ line, section, currency }: LineRowProps) {
  const { translate } = useFormatContext();
  const { plain, moved } = useAmounts(currency);
  const item = translate(`statement.lines.${line.key}`);
  const only = onlyAccountOf(line.key);
  const entries = (account: Account | null) =>
    account && entriesOfLine(line.key, account, { from: section.from, to: section.to, currency });
  const amountCell = (minor: string, account: Account | null) => (
    <FigureCell text={moved(minor)} isQuiet={minor === '0'} entries={entries(account)} item={item} />
  );
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {item}
      </TableCell>
      <FigureCell text={formatAmount(String(line.count), 0)} entries={entries(only ?? 'available')} item={item} />
      <TableCell align="right">{line.fee === '0' ? '' : plain(line.fee)}</TableCell>
      {amountCell(line.available, 'available')}
      {amountCell(line.frozen, 'frozen')}
      {amountCell(line.total, only)}
    </TableRow>
  );
}

interface BalanceRowProps {
  end: 'opening' | 'closing';
  label: string;
  section: StatementSection;
  currency: string;
}

/** What there was at one end; behind it are all entries up to there. */
export function BalanceRow({ end, label, section, currency }: BalanceRowProps) {
  const { plain } = useAmounts(currency);
  return (
    <TableRow data-strong="">
      <TableCell component="th" scope="row" colSpan={3}>
        {label}
      </TableCell>
      {ACCOUNTS.map((account) => (
        <FigureCell
          key={account}
          text={plain(section[end][account])}
          entries={entriesOfBalance(end, account, { from: section.from, to: section.to, currency })}
          item={label}
        />
      ))}
      <TableCell align="right">{plain(section[end].total)}</TableCell>
    </TableRow>
  );
}
