import HelpIcon from '@mui/icons-material/HelpOutline';
import { Box, ButtonBase, Typography } from '@mui/material';
import type { WalletData, WalletFigure } from '#shared/contract/wallets.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useAmount } from '../figures/useAmount.ts';

interface WalletFigureButtonProps {
  wallet: WalletData;
  figure: WalletFigure;
  onOpen(): void;
}

/** A figure, which tells on demand why it is so large. */
export function WalletFigureButton({ wallet, figure, onOpen }: WalletFigureButtonProps) {
  const { translate } = useFormatContext();
  const amount = useAmount(wallet.currency);
  return (
    <ButtonBase
      onClick={onOpen}
      aria-haspopup="dialog"
      focusRipple
      sx={{
        ...{ display: 'block', textAlign: 'left', borderRadius: 1, px: 1, py: 0.75, minWidth: 0 },
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
          ...{ display: 'block', fontWeight: 600, lineHeight: 1.5, overflowWrap: 'anywhere' },
          ...{ minHeight: '2.25rem', alignContent: 'end', fontVariantNumeric: 'tabular-nums' },
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
