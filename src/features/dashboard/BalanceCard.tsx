import { Box, Typography } from '@mui/material';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { formatCount } from '@merchant-console/declaration';
import { Figure } from '#console/features/figures/Figure.tsx';
import { MoneyWays } from '#console/features/figures/MoneyWays.tsx';
import { useAmount } from '#console/features/figures/useAmount.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { useListLink } from '@merchant-console/ra-declared/internal';
import { HomeCard } from './HomeHeading.tsx';

interface BalanceCardProps {
  balances: NonNullable<Dashboard['balances']>;
  /** The currency that is shown first and large. */
  currency: string;
  payouts: Dashboard['payouts_under_way'];
}

/** The merchant's balances, with links to the ways to move them. */
export function BalanceCard({ balances, currency, payouts }: BalanceCardProps) {
  const { translate } = useFormatContext();
  const listLink = useListLink();
  const wallets = listLink('ledgers');
  const chosen = balances.find((balance) => balance.currency === currency) ?? {
    currency,
    available: '0',
    frozen: '0',
    total: '0',
  };
  const amount = useAmount(currency);
  const others = balances.filter((balance) => balance !== chosen);
  const underWay = payouts?.find((one) => one.currency === currency);
  const toPayouts = listLink('payouts', { status: ['pending_approval', 'pending', 'processing'] });
  return (
    <HomeCard title={translate('wallets.heading')}>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 2, m: 0 }}>
        <Figure
          size="hero"
          name={translate('dashboard.available_in', { currency })}
          text={amount(chosen.available)}
          to={wallets}
        />
        <Figure size="main" name={translate('wallets.figures.frozen')} text={amount(chosen.frozen)} to={wallets} />
        <Figure size="main" name={translate('wallets.figures.total')} text={amount(chosen.total)} to={wallets} />
        {payouts && (
          <Figure
            name={translate('dashboard.payouts_under_way')}
            text={
              underWay
                ? translate('dashboard.payouts_figure', {
                    count: formatCount(underWay.count),
                    amount: amount(underWay.amount),
                  })
                : '0'
            }
            to={payouts.length === 1 && underWay ? toPayouts : null}
          />
        )}
      </Box>
      {others.map((other) => (
        <OtherBalance key={other.currency} {...other} />
      ))}
      <Box sx={{ mt: 2 }}>
        <MoneyWays />
      </Box>
    </HomeCard>
  );
}

function OtherBalance({ currency, available }: { currency: string; available: string }) {
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }}>
      {translate('list.labelled', {
        label: translate('dashboard.available_in', { currency }),
        text: amount(available),
      })}
    </Typography>
  );
}
