import { Box, Paper, Typography } from '@mui/material';
import { WALLET_FIGURES, type WalletData, type WalletFigure } from '#shared/contract/wallets.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { MoneyWays } from '../figures/MoneyWays.tsx';
import { WalletFigureButton } from './WalletFigureButton.tsx';

interface WalletCardProps {
  wallet: WalletData;
  onWhy(figure: WalletFigure): void;
}

/** What is in one currency: what can be spent, what is held back, and both together. */
export function WalletCard({ wallet, onWhy }: WalletCardProps) {
  const { translate } = useFormatContext();
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
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
