import { Alert, Box, Button, Skeleton } from '@mui/material';
import { useState } from 'react';
import { wallets as walletsCall, type WalletData, type WalletFigure } from '#shared/contract/wallets.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { onDemand } from '#console/loading/onDemand.tsx';
import { errorText } from '#console/views/state/errorText.ts';
import { WalletCard } from './WalletCard.tsx';

const ProofDialog = onDemand(async () => (await import('./ProofDialog.tsx')).ProofDialog);

/** A card for each currency; a figure of one leads to its proof. */
export function WalletCards() {
  const { translate } = useFormatContext();
  const { data, error, refetch } = useLiveQuery({
    resource: 'ledgers',
    queryKey: ['wallets'],
    ask: (api, signal) => api(walletsCall, { signal }),
    staleTime: 0,
    retry: false,
  });
  const [asked, setAsked] = useState<{ wallet: WalletData; figure: WalletFigure } | null>(null);
  const ask = (wallet: WalletData, figure: WalletFigure) => {
    setAsked({ wallet, figure });
    // The proof is about what there is now: the card shall not say anything else beside it.
    void refetch();
  };
  if (error && !data) {
    const retry = (
      <Button color="inherit" size="small" onClick={() => void refetch()}>
        {translate('list.retry')}
      </Button>
    );
    return (
      <Alert severity="error" action={retry}>
        {errorText(error, translate)}
      </Alert>
    );
  }
  return (
    <Box
      component="section"
      aria-label={translate('wallets.heading')}
      aria-busy={!data}
      sx={{ display: 'grid', gap: 2 }}
    >
      {data?.map((wallet) => (
        <WalletCard key={wallet.currency} wallet={wallet} onWhy={(figure) => ask(wallet, figure)} />
      )) ?? <Skeleton variant="rounded" sx={{ height: { xs: 244, sm: 148 } }} />}
      {asked && <ProofDialog currency={asked.wallet.currency} figure={asked.figure} onClose={() => setAsked(null)} />}
    </Box>
  );
}
