import {
  Alert,
  Box,
  Button,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useEffect, useRef } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { ProofEntry } from './ProofEntry.tsx';
import type { useProof } from './useProof.ts';

interface ProofRowsProps {
  state: ReturnType<typeof useProof>;
  currency: string;
}

/** The entries, the newest first, each with the balance that it left; one that is wrong says so. */
export function ProofRows({ state, currency }: ProofRowsProps) {
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
      {rows.error && !found && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={() => void rows.refetch()}>
              {translate('list.retry')}
            </Button>
          }
        >
          {errorText(rows.error, translate)}
        </Alert>
      )}
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
              <ProofEntry key={row.position} {...{ row, currency }} {...(row.position === firstGap && { ref: gap })} />
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
