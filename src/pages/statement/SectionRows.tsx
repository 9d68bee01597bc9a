import { TableCell, TableRow } from '@mui/material';
import type { StatementLine, StatementSection } from '#shared/contract/statements.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { linesBehindBalance, linesBehindLine } from '#shared/statements/linesBehind.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { FigureCell } from './FigureCell.tsx';
import { useAmounts } from './useAmounts.ts';

const FIGURES = ['available', 'frozen', 'total'] as const;

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
  const behind = linesBehindLine(line.key, { from: section.from, to: section.to, currency });
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {item}
      </TableCell>
      <FigureCell text={formatAmount(String(line.count), 0)} behind={behind} item={item} />
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

/** What there was at one end; behind it are all lines of the ledger up to there. */
export function BalanceRow({ end, label, section, currency }: BalanceRowProps) {
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
          behind={linesBehindBalance(end, { from: section.from, to: section.to, currency })}
          item={label}
        />
      ))}
    </TableRow>
  );
}
