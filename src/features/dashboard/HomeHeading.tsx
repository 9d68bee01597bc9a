import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, IconButton, Typography, Paper } from '@mui/material';
import { useGetIdentity } from 'react-admin';
import { formatInZone } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import { cardPadding } from '@merchant-console/ra-declared/internal';
import { useId, type ReactNode } from 'react';
import { FigureLink } from '#console/features/figures/Figure.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';

interface HomeHeadingProps {
  /** Time when the figures were read, or null while they are loading. */
  asOf: string | null;
  /** True if the last refresh failed, so that the figures are outdated. */
  isStale: boolean;
  isRefreshing: boolean;
  onRefresh(): void;
  /** True if there are figures in the tenant's currency, which users of the platform don't have. */
  hasAmounts: boolean;
  /** Currencies to choose from. */
  currencies: readonly string[];
  currency: string;
  onCurrency(currency: string): void;
}

/** The signed-in user, and the currency and time of the figures. */
export function HomeHeading(props: HomeHeadingProps) {
  const { asOf, isStale, isRefreshing, onRefresh, hasAmounts, currencies, currency, onCurrency } = props;
  const { translate, currencyData } = useFormatContext();
  const { identity } = useGetIdentity();
  const facts = { currency: currencyData.currency, timeZone: currencyData.time_zone };
  const time = asOf === null ? '' : formatInZone(new Date(asOf), currencyData.time_zone).slice(11);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        <Typography component="h1" variant="h5">
          {translate('dashboard.greeting', { name: identity?.fullName ?? '' })}
        </Typography>
        <Typography color="text.secondary" sx={{ mt: 0.5 }}>
          {translate(hasAmounts ? 'dashboard.tenant' : 'dashboard.time_zone', facts)}
        </Typography>
      </Box>
      {currencies.length > 1 && (
        <ToggleChoice
          label={translate('fields.currency')}
          choices={currencies}
          value={currency}
          textOf={(one) => one}
          onChoose={onCurrency}
        />
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 40 }}>
        <Typography
          variant="body2"
          color={isStale ? 'error' : 'text.secondary'}
          role={isStale ? 'alert' : undefined}
          sx={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {asOf !== null && translate(isStale ? 'dashboard.not_refreshed' : 'dashboard.as_of', { time })}
        </Typography>
        <IconButton
          size="small"
          aria-label={translate('list.refresh')}
          title={translate('list.refresh')}
          loading={isRefreshing}
          onClick={onRefresh}
        >
          <RefreshIcon fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
}

interface HomeCardProps {
  title: string;
  /** Shown opposite the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of the dashboard, named by its title. */
export function HomeCard({ title, aside, children }: HomeCardProps) {
  const headingId = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={headingId} sx={CARD}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32, mb: 1 }}>
        <Typography id={headingId} component="h2" variant="subtitle2" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Paper>
  );
}

const CARD = { p: cardPadding, minWidth: 0 } as const;

/** Link from an excerpt to the whole list. */
export function AllLink({ to, name }: { to: string; name: string }) {
  const { translate } = useFormatContext();
  return (
    <Box component="span" sx={{ typography: 'body2' }}>
      <FigureLink text={translate('dashboard.all')} to={to} name={name} color="primary" />
    </Box>
  );
}

/** The same colours as in the lists of orders. */
export const ORDER_TONES = { pending: 'warning', success: 'success', failed: 'error', closed: 'default' } as const;
