import { Box, Skeleton, Paper, Typography, ButtonBase } from '@mui/material';
import { useState } from 'react';
import HelpIcon from '@mui/icons-material/HelpOutline';
import { DeclaredList, type ResourceView, useFormatContext } from '@merchant-console/ra-declared';
import { cardPadding, FailureAlert, lazy } from '@merchant-console/ra-declared/internal';
import {
  wallets as walletsCall,
  WALLET_FIGURES,
  type WalletData,
  type WalletFigure,
} from '#shared/contract/wallets.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { MoneyWays } from '#console/features/figures/MoneyWays.tsx';
import { useAmount } from '#console/features/figures/useAmount.ts';

/** The tenant's balances by currency, above the list of ledger entries. */
export function WalletsPage({ view }: { view: ResourceView }) {
  return <DeclaredList view={view} above={<WalletCards />} />;
}

const ProofDialog = lazy(async () => (await import('./ProofDialog.tsx')).ProofDialog);

/** A card per currency, whose figures link to their proofs. */
function WalletCards() {
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
    // The proof uses the current balance, so the card must not show another one.
    void refetch();
  };
  if (error && !data) return <FailureAlert error={error} onRetry={refetch} />;
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

const walletHead = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  // Keeps short buttons beside the title on a phone.
  '& .MuiButton-root': { minWidth: { xs: 0, sm: 64 } },
};

/** Available, frozen and total balance in one currency. */
function WalletCard({ wallet, onWhy }: { wallet: WalletData; onWhy(figure: WalletFigure): void }) {
  const { translate } = useFormatContext();
  return (
    <Paper variant="outlined" sx={{ p: cardPadding, display: 'grid', gap: 1.5 }}>
      <Box sx={walletHead}>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mr: 'auto' }}>
          {translate('wallets.of_currency', { currency: wallet.currency })}
        </Typography>
        <MoneyWays />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          mx: -1,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, max-content))' },
          columnGap: { sm: 4 },
        }}
      >
        {WALLET_FIGURES.map((figure) => (
          <WalletFigureButton key={figure} wallet={wallet} figure={figure} onOpen={() => onWhy(figure)} />
        ))}
      </Box>
    </Paper>
  );
}

interface WalletFigureButtonProps {
  wallet: WalletData;
  figure: WalletFigure;
  onOpen(): void;
}

/** A figure that opens its balance proof. */
function WalletFigureButton({ wallet, figure, onOpen }: WalletFigureButtonProps) {
  const { translate } = useFormatContext();
  const amount = useAmount(wallet.currency);
  return (
    <ButtonBase
      onClick={onOpen}
      aria-haspopup="dialog"
      focusRipple
      sx={{
        display: 'block',
        textAlign: 'left',
        borderRadius: 1,
        px: 1,
        py: 0.75,
        minWidth: 0,
        '&:hover, &:focus-visible': { backgroundColor: 'action.hover' },
      }}
    >
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' }}>
        <Typography component="span" variant="body2">
          {translate(`wallets.figures.${figure}`)}
        </Typography>
        <HelpIcon titleAccess={translate('wallets.why')} sx={{ fontSize: '1rem' }} />
      </Box>
      <Typography
        component="span"
        variant={figure === 'available' ? 'h5' : 'h6'}
        sx={{
          display: 'block',
          fontWeight: 600,
          lineHeight: 1.5,
          overflowWrap: 'anywhere',
          minHeight: '2.25rem',
          alignContent: 'end',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {amount(wallet[figure])}{' '}
        <Typography component="span" variant="body2" color="text.secondary">
          {wallet.currency}
        </Typography>
      </Typography>
    </ButtonBase>
  );
}
