import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  ToggleButton,
  ToggleButtonGroup,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useId } from 'react';
import type { WalletFigure } from '#shared/contract/wallets.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { Notice } from '#console/views/state/Notice.tsx';
import { ProofRows } from './ProofRows.tsx';
import { ProofSums } from './ProofSums.tsx';
import { ProofVerdict } from './ProofVerdict.tsx';
import { PERIODS, useProof } from './useProof.ts';

interface ProofDialogProps {
  currency: string;
  figure: WalletFigure;
  onClose(): void;
}

/** Why a balance is what it is: the sums of what has moved it, and each entry with the balance that it left. */
export function ProofDialog({ currency, figure, onClose }: ProofDialogProps) {
  const { translate } = useFormatContext();
  const state = useProof(currency, figure);
  const { proof, period, change } = state;
  const isPhone = useMediaQuery(({ breakpoints }: Theme) => breakpoints.down('sm'));
  const titleId = useId();
  const retry = { label: translate('list.retry'), onClick: () => void proof.refetch() };
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={isPhone} onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate(`wallets.why_title.${figure}`, { currency })}</DialogTitle>
      <DialogContent dividers tabIndex={0} sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={translate('wallets.period')}
          value={period ?? 'all'}
          sx={{ flexWrap: 'wrap' }}
        >
          {PERIODS.map((days) => (
            <ToggleButton key={days ?? 'all'} value={days ?? 'all'} onClick={() => change(days)} sx={{ px: 1.5 }}>
              {translate(`wallets.periods.${days ?? 'all'}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {proof.error && !proof.data && (
          <Notice
            role="alert"
            title={translate('list.load_error_title')}
            text={errorText(proof.error, translate)}
            action={retry}
          />
        )}
        {!proof.error && !proof.data && <Skeleton variant="rounded" height={240} aria-busy="true" />}
        {proof.data && (
          <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }} aria-busy={proof.isPlaceholderData}>
            <ProofVerdict proof={proof.data} currency={currency} onFirstGap={state.toGap} />
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
