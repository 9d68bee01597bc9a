import { Alert, AlertTitle, Button } from '@mui/material';
import type { WalletProof } from '#shared/contract/wallets.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

interface ProofVerdictProps {
  proof: WalletProof;
  currency: string;
  onFirstGap(position: string): void;
}

/** Whether the entries explain the balance, and if not, where to look. */
export function ProofVerdict({ proof, onFirstGap }: ProofVerdictProps) {
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
