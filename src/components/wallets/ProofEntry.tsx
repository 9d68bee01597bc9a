import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import { alpha, Box, TableCell, TableRow } from '@mui/material';
import type { Ref } from 'react';
import type { ProofRow } from '#shared/contract/wallets.ts';
import { formatInZone } from '#shared/format/timeZone.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useAmount } from '../figures/useAmount.ts';

const figureCell = { fontVariantNumeric: 'tabular-nums', verticalAlign: 'top' } as const;

interface ProofEntryProps {
  row: ProofRow;
  currency: string;
  ref?: Ref<HTMLTableRowElement>;
}

/** One entry; below one that does not continue the one before it, what is wrong with it. */
export function ProofEntry({ row, currency, ref }: ProofEntryProps) {
  const { translate, currencyData } = useFormatContext();
  const amount = useAmount(currency);
  const { order_type, amount: change } = row;
  const type = translate(order_type === null ? 'wallets.unknown_type' : `choices.order_type.${order_type}`);
  return (
    <TableRow
      ref={ref}
      tabIndex={-1}
      sx={
        row.problem === null
          ? {}
          : {
              backgroundColor: ({ palette }) => alpha(palette.error.main, 0.08),
              '&:focus': { outline: '2px solid', outlineColor: 'error.main', outlineOffset: -2 },
            }
      }
    >
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        <div>{type}</div>
        <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
          {formatInZone(new Date(row.created_at), currencyData.time_zone)} {row.business_order_no}
        </Box>
        {row.problem !== null && <Problem row={row} amount={amount} />}
      </TableCell>
      <TableCell align="right" sx={figureCell}>
        {change.startsWith('-') ? amount(change) : `+${amount(change)}`}
      </TableCell>
      <TableCell align="right" sx={figureCell}>
        {amount(row.recorded ?? row.running)}
      </TableCell>
    </TableRow>
  );
}

function Problem({ row, amount }: { row: ProofRow; amount(minor: string): string }) {
  const { translate } = useFormatContext();
  const text =
    row.problem === 'missing'
      ? translate('wallets.problem_missing', { smart_count: row.missing })
      : translate('wallets.problem_balance', { running: amount(row.running) });
  return (
    <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start', mt: 0.5, fontWeight: 500 }}>
      <ErrorIcon aria-hidden sx={{ fontSize: '1rem', mt: '2px', flex: 'none', color: 'error.main' }} />
      <span>{text}</span>
    </Box>
  );
}
