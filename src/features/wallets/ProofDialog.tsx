import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import type { ReactNode } from 'react';
import type { WalletFigure, WalletProof } from '#shared/contract/wallets.ts';
import { formatCount } from '@merchant-console/declaration';
import { useAmount } from '#console/features/figures/useAmount.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { LoadFailure, scrollShades } from '@merchant-console/ra-declared/internal';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { PROOF_PERIODS, ProofRows, useProof } from './ProofRows.tsx';

interface ProofDialogProps {
  currency: string;
  figure: WalletFigure;
  onClose(): void;
}

/** Balance proof: the sums of the movements, and each entry with the balance after it. */
export function ProofDialog({ currency, figure, onClose }: ProofDialogProps) {
  const { translate } = useFormatContext();
  const state = useProof(currency, figure);
  const { proof, period, change } = state;
  const isPhone = useMediaQuery(({ breakpoints }: Theme) => breakpoints.down('sm'));
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={isPhone} onClose={onClose}>
      <DialogTitle sx={{ px: { xs: 2, sm: 3 } }}>{translate(`wallets.why_title.${figure}`, { currency })}</DialogTitle>
      <DialogContent
        dividers
        tabIndex={0}
        sx={{ display: 'grid', gap: 2.5, alignContent: 'start', px: { xs: 2, sm: 3 } }}
      >
        <ToggleChoice
          label={translate('wallets.period')}
          choices={PROOF_PERIODS}
          value={period}
          textOf={(one) => translate(`wallets.periods.${one}`)}
          onChoose={change}
        />
        {proof.error && !proof.data && <LoadFailure isSmall error={proof.error} onRetry={proof.refetch} />}
        {!proof.error && !proof.data && <Skeleton variant="rounded" height={240} aria-busy="true" />}
        {proof.data && (
          <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }} aria-busy={proof.isPlaceholderData}>
            <ProofVerdict proof={proof.data} onFirstGap={state.toGap} />
            <ProofSums proof={proof.data} currency={currency} />
            <ProofRows state={state} currency={currency} />
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('shell.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Says whether the entries explain the balance and, if not, where to look. */
function ProofVerdict({ proof, onFirstGap }: { proof: WalletProof; onFirstGap(position: string): void }) {
  const { translate } = useFormatContext();
  if (proof.is_proven) return <Alert severity="success">{translate('wallets.proven')}</Alert>;
  const { gaps, first_gap, missing_last } = proof;
  const jump = first_gap !== null && (
    <Button color="inherit" size="small" onClick={() => onFirstGap(first_gap)} sx={{ whiteSpace: 'nowrap' }}>
      {translate('wallets.first_gap')}
    </Button>
  );
  return (
    <Alert severity="error" action={jump}>
      <AlertTitle>{translate('wallets.not_proven')}</AlertTitle>
      {gaps > 0 && <div>{translate('wallets.gaps', { smart_count: gaps })}</div>}
      {missing_last > 0 && <div>{translate('wallets.missing_last', { smart_count: missing_last })}</div>}
      <div>{translate('wallets.tell_support')}</div>
    </Alert>
  );
}

const figureCell = { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
/** Fits four columns of amounts into a phone. */
const dense = { '& td, & th': { px: { xs: 0.5, sm: 2 }, fontSize: { xs: '0.75rem', sm: '0.8125rem' } } };
const strong = { '& > th, & > td': { fontWeight: 600 } };

/** Opening balance, credits and debits by type, and their sum compared with the wallet's balance. */
function ProofSums({ proof, currency }: { proof: WalletProof; currency: string }) {
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
    <Box role="region" tabIndex={0} aria-label={translate('wallets.sums')} sx={{ overflowX: 'auto', ...scrollShades }}>
      <Table size="small" aria-label={translate('wallets.sums')} sx={dense}>
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
                  ×&nbsp;{formatCount(count)}
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
        display: 'flex',
        gap: 0.5,
        alignItems: 'center',
        justifyContent: 'flex-end',
        fontSize: '0.75rem',
        fontWeight: 500,
      }}
    >
      <Icon aria-hidden sx={{ fontSize: '1rem', color: isRight ? 'success.main' : 'error.main' }} />
      {text}
    </Box>
  );
}
