import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';
import type { WalletProof } from '#shared/contract/wallets.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useAmount } from '../figures/useAmount.ts';

const figureCell = { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
const strong = { '& > th, & > td': { fontWeight: 600 } };

/** Opening balance, what came in and went out by type, and what that makes beside what the wallet says. */
export function ProofSums({ proof, currency }: { proof: WalletProof; currency: string }) {
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  const difference = BigInt(proof.balance) - BigInt(proof.closing);
  const total = (label: string, figure: string, mark?: ReactNode) => (
    <TableRow sx={strong}>
      <TableCell component="th" scope="row" colSpan={3}>
        {label}
      </TableCell>
      <TableCell sx={figureCell}>
        {amount(figure)}
        {mark}
      </TableCell>
    </TableRow>
  );
  return (
    <Box role="region" tabIndex={0} aria-label={translate('wallets.sums')} sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={translate('wallets.sums')} sx={{ '& td, & th': { px: { xs: 0.5, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('fields.order_type')}</TableCell>
            <TableCell sx={figureCell}>{translate('wallets.credit')}</TableCell>
            <TableCell sx={figureCell}>{translate('wallets.debit')}</TableCell>
            <TableCell sx={figureCell}>{translate('wallets.net', { currency })}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {total(translate('wallets.opening'), proof.opening)}
          {proof.movements.map(({ order_type, count, credit, debit }) => (
            <TableRow key={order_type ?? ''}>
              <TableCell component="th" scope="row">
                {translate(order_type === null ? 'wallets.unknown_type' : `choices.order_type.${order_type}`)}{' '}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  ×&nbsp;{count}
                </Box>
              </TableCell>
              <TableCell sx={figureCell}>{credit === '0' ? '' : `+${amount(credit)}`}</TableCell>
              <TableCell sx={figureCell}>{debit === '0' ? '' : amount(`-${debit}`)}</TableCell>
              <TableCell sx={figureCell}>{amount((BigInt(credit) - BigInt(debit)).toString())}</TableCell>
            </TableRow>
          ))}
          {total(translate('wallets.closing'), proof.closing)}
          {total(
            translate('wallets.balance'),
            proof.balance,
            <Mark
              isRight={difference === 0n}
              text={
                difference === 0n
                  ? translate('wallets.equal')
                  : translate('wallets.differs', { amount: amount(difference.toString()) })
              }
            />,
          )}
        </TableBody>
      </Table>
    </Box>
  );
}

function Mark({ isRight, text }: { isRight: boolean; text: string }) {
  const Icon = isRight ? CheckIcon : ErrorIcon;
  return (
    <Box
      sx={{
        ...{ display: 'flex', gap: 0.5, alignItems: 'center', justifyContent: 'flex-end' },
        ...{ fontSize: '0.75rem', fontWeight: 500 },
      }}
    >
      <Icon aria-hidden sx={{ fontSize: '1rem', color: isRight ? 'success.main' : 'error.main' }} />
      {text}
    </Box>
  );
}
