import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import {
  Box,
  Button,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
  alpha,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { subDays } from 'date-fns/subDays';
import { useEffect, useRef, useState, type Ref } from 'react';
import { walletProof, walletProofRows, type ProofRow, type WalletFigure } from '#shared/contract/wallets.ts';
import { formatInZone } from '@merchant-console/declaration';
import { useApi } from '#console/api/createApi.ts';
import { useAmount } from '#console/features/figures/useAmount.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { FailureAlert } from '@merchant-console/ra-declared/internal';

/** The entries, newest first, each with the balance after it. Invalid entries are marked. */
export function ProofRows({ state, currency }: { state: ReturnType<typeof useProof>; currency: string }) {
  const { translate } = useFormatContext();
  const { rows, start, proof } = state;
  const firstGap = proof.data?.first_gap ?? null;
  const found = rows.data?.rows;
  const next = rows.data?.next ?? null;
  const top = useRef<HTMLDivElement>(null);
  const gap = useRef<HTMLTableRowElement>(null);
  const isShown = start !== null && !rows.isPlaceholderData && found !== undefined;
  useEffect(() => {
    if (!isShown) return;
    gap.current?.scrollIntoView?.({ block: 'center' });
    gap.current?.focus({ preventScroll: true });
  }, [isShown, start]);
  const turn = (to: string) => {
    state.goTo(to);
    top.current?.scrollIntoView?.({ block: 'start' });
  };
  return (
    <Box ref={top} aria-busy={rows.isPlaceholderData} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h3" variant="subtitle2" sx={{ mr: 'auto' }}>
          {translate('wallets.entries')}
        </Typography>
        {start !== null && (
          <Button size="small" onClick={() => state.goTo(null)}>
            {translate('wallets.newest')}
          </Button>
        )}
      </Box>
      {rows.error && !found && <FailureAlert error={rows.error} onRetry={rows.refetch} />}
      {!rows.error && !found && <Skeleton variant="rounded" height={200} aria-busy="true" />}
      {found?.length === 0 && <Typography color="text.secondary">{translate('wallets.none')}</Typography>}
      {found && found.length > 0 && (
        <Table
          size="small"
          aria-label={translate('wallets.entries')}
          sx={{ '& td, & th': { px: { xs: 0.5, sm: 2 } }, '& thead th': { whiteSpace: { sm: 'nowrap' } } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{translate('wallets.entry')}</TableCell>
              <TableCell align="right">{translate('fields.change_amount')}</TableCell>
              <TableCell align="right">{translate('fields.balance_after')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {found.map((row) => (
              <ProofEntry
                key={row.position}
                row={row}
                currency={currency}
                {...(row.position === firstGap && { ref: gap })}
              />
            ))}
          </TableBody>
        </Table>
      )}
      {next !== null && (
        <Button fullWidth loading={rows.isPlaceholderData} onClick={() => turn(next)} sx={{ mt: 1 }}>
          {translate('wallets.more')}
        </Button>
      )}
    </Box>
  );
}

const figureCell = { fontVariantNumeric: 'tabular-nums', verticalAlign: 'top' } as const;

/** One entry. If it doesn't continue the previous one, the problem is shown below it. */
function ProofEntry({ row, currency, ref }: { row: ProofRow; currency: string; ref?: Ref<HTMLTableRowElement> }) {
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

/** Periods of a proof: all entries, or those of so many days. */
export const PROOF_PERIODS = ['all', '30', '7'] as const;
type Period = (typeof PROOF_PERIODS)[number];

/** A proof from an earlier opening of the dialog is no longer valid. */
const FRESH = { gcTime: 0, staleTime: 0, retry: false } as const;
/** Rows after a gap that are shown above it. */
const ROWS_ABOVE = 5n;

/** The proof of one figure, and a page of its rows: the newest, older ones, or those around a gap. */
export function useProof(currency: string, figure: WalletFigure) {
  const api = useApi();
  const { clock } = useFormatContext();
  const [period, setPeriod] = useState<Period>('all');
  const [since, setSince] = useState<string | undefined>(undefined);
  /** Rows start below this position, or with the newest if null. */
  const [start, setStart] = useState<string | null>(null);
  const params = { currency };
  const query = { figure, ...(since === undefined ? {} : { since }) };
  const proof = useQuery({
    queryKey: ['walletProof', currency, figure, since],
    queryFn: ({ signal }) => api(walletProof, { params, query, signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
  const rows = useQuery({
    queryKey: ['walletProofRows', currency, figure, since, start],
    queryFn: ({ signal }) =>
      api(walletProofRows, { params, query: { ...query, ...(start === null ? {} : { before: start }) }, signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
  function change(next: Period): void {
    setPeriod(next);
    setSince(next === 'all' ? undefined : subDays(clock.now(), Number(next)).toISOString());
    setStart(null);
  }
  return {
    proof,
    rows,
    period,
    change,
    start,
    goTo: setStart,
    toGap(position: string) {
      change('all');
      setStart((BigInt(position) + ROWS_ABOVE).toString());
    },
  };
}
