import { Box, TableCell, TableRow, Typography } from '@mui/material';
import type { Business, CurrencyBusiness, Span } from '#shared/contract/dashboard.ts';
import { formatCount, formatRate } from '@merchant-console/declaration';
import { AboutRate, Figure, FigureLink } from '#console/features/figures/Figure.tsx';
import { useAmount } from '#console/features/figures/useAmount.ts';
import { useFindPlace, useFormatContext } from '@merchant-console/ra-declared';
import { openablePath, useListLink } from '@merchant-console/ra-declared/internal';
import { HomeCard } from './HomeHeading.tsx';
import { FigureCell, RATE, ShareBar, SplitTable } from './SplitCard.tsx';
import { ordersIn, type OrdersLink } from './useOrdersLink.ts';

interface BusinessCardProps {
  business: CurrencyBusiness;
  span: Span;
}

/** Payouts of all merchants next to the platform's fees. */
export function PayoutsAndFees({ business: { currency, payouts, fees }, span }: BusinessCardProps) {
  const { translate } = useFormatContext();
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <HomeCard title={translate('dashboard.fees_earned')}>
        <FeeFigures fees={fees} currency={currency} span={span} />
      </HomeCard>
      <HomeCard title={translate('statistics.payout')}>
        <PayoutFigures payouts={payouts} currency={currency} span={span} />
      </HomeCard>
    </Box>
  );
}

interface FeeFiguresProps {
  fees: CurrencyBusiness['fees'];
  currency: string;
  span: Span;
  /** The only merchant that they are of. */
  tenantId?: string;
}

/** Fees earned, and from what, with links to the records that earned them. */
export function FeeFigures({ fees, currency, span, ...of }: FeeFiguresProps) {
  const { translate } = useFormatContext();
  const listLink = useListLink();
  const amount = useAmount(currency);
  const linkTo = (resource: string, status: string) => listLink(resource, ordersIn({ ...of, span, status, currency }));
  const parts = [
    ['collections', fees.collections, linkTo('platform_orders', 'success')],
    ['payouts', fees.payouts, linkTo('platform_payouts', 'success')],
    ['deposits', fees.deposits, linkTo('deposit_reviews', 'pass')],
    ['withdrawals', fees.withdrawals, linkTo('withdrawal_reviews', 'success')],
    ['returned', `-${fees.returned}`, linkTo('platform_refunds', 'success')],
  ] as const;
  const title = translate('dashboard.fees_earned');
  return (
    <Box component="dl" sx={FIGURES}>
      <Figure size="hero" name={translate('dashboard.fees_in', { currency })} text={amount(fees.total)} />
      {parts
        .filter(([, sum]) => BigInt(sum) !== 0n)
        .map(([key, sum, to]) => (
          <Figure
            key={key}
            name={translate(`dashboard.fees.${key}`)}
            fullName={`${title}, ${translate(`dashboard.fees.${key}`)}`}
            text={amount(sum)}
            to={to}
          />
        ))}
    </Box>
  );
}

interface PayoutFiguresProps {
  payouts: CurrencyBusiness['payouts'];
  currency: string;
  span: Span;
  /** Limits the links to this merchant. */
  tenantId?: string;
}

/** Payouts of a range, with links to exactly those. */
export function PayoutFigures({ payouts, currency, span, ...of }: PayoutFiguresProps) {
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  const listLink = useListLink();
  const linkTo = (status?: string | string[]) =>
    listLink('platform_payouts', ordersIn({ ...of, span, currency, ...(status !== undefined && { status }) }));
  const title = translate('statistics.payout');
  const full = (name: string) => `${title}, ${name}`;
  const [count, open] = [translate('statistics.count'), translate('dashboard.open')];
  return (
    <Box component="dl" sx={FIGURES}>
      <Figure
        size="hero"
        name={translate('dashboard.amount_in', { currency })}
        text={amount(payouts.amount)}
        to={linkTo('success')}
      />
      <Figure name={count} fullName={full(count)} text={formatCount(payouts.count)} to={linkTo()} />
      <Figure name={translate(RATE)} about={<AboutRate />} text={formatRate(payouts.success_rate)} />
      <Figure
        name={open}
        fullName={full(open)}
        text={formatCount(payouts.open_count)}
        to={linkTo(['pending_approval', 'pending', 'processing'])}
      />
    </Box>
  );
}

export const FIGURES = { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1.5, m: 0 } as const;

/** The merchants with the largest collected amounts, each with links to its page, rates and orders. */
export function MerchantsShare({
  business: { currency, figures, by_merchant: shares },
  span,
  linkTo,
}: BusinessCardProps & { linkTo: OrdersLink }) {
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  const find = useFindPlace();
  const listLink = useListLink();
  const title = translate('dashboard.by_merchant');
  const columns = ['fields.tenant_id', 'statistics.count', RATE, 'dashboard.collected', 'statistics.fee'];
  return (
    <HomeCard
      title={title}
      aside={
        <Typography variant="body2" color="text.secondary">
          {translate('dashboard.largest')}
        </Typography>
      }
    >
      {shares.length === 0 ? (
        <Typography color="text.secondary">{translate('dashboard.no_orders_in_range')}</Typography>
      ) : (
        <SplitTable title={title} columns={columns}>
          {shares.map(({ id, name, figures: own }) => {
            const rates = listLink('merchant_rates', { tenant_id: id });
            const succeeded = own.success_count === 0 ? null : linkTo({ span, tenantId: id, status: 'success' });
            return (
              <TableRow key={id}>
                <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere', minWidth: 160 }}>
                  <FigureLink text={name} to={openablePath(find, 'merchants', id)} />
                  {rates !== null && (
                    <Typography component="div" variant="caption" color="text.secondary">
                      <FigureLink text={translate('menu.merchantRates')} to={rates} name={name} color="primary" />
                    </Typography>
                  )}
                  <ShareBar part={BigInt(own.amount)} whole={BigInt(figures.amount)} tone="primary" />
                </TableCell>
                <FigureCell text={formatCount(own.count)} to={linkTo({ span, tenantId: id })} name={name} />
                <FigureCell text={formatRate(own.success_rate)} to={null} name={name} />
                <FigureCell text={amount(own.amount)} to={succeeded} name={name} />
                <FigureCell text={amount(own.fee)} to={succeeded} name={name} />
              </TableRow>
            );
          })}
        </SplitTable>
      )}
    </HomeCard>
  );
}

/** One row per currency. */
export function CurrenciesCard({ business }: { business: Business }) {
  const { translate } = useFormatContext();
  const title = translate('dashboard.by_currency');
  const columns = [
    'fields.currency',
    'statistics.count',
    RATE,
    'dashboard.collected',
    'statistics.payout',
    'dashboard.fees_earned',
  ];
  return (
    <HomeCard title={title}>
      <SplitTable title={title} columns={columns}>
        {business.map((one) => (
          <CurrencyRow key={one.currency} business={one} />
        ))}
      </SplitTable>
    </HomeCard>
  );
}

function CurrencyRow({ business: { currency, figures, payouts, fees } }: { business: CurrencyBusiness }) {
  const amount = useAmount(currency);
  const texts = [
    formatCount(figures.count),
    formatRate(figures.success_rate),
    ...[figures.amount, payouts.amount, fees.total].map(amount),
  ];
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {currency}
      </TableCell>
      {texts.map((text, index) => (
        <FigureCell key={index} text={text} to={null} name={currency} />
      ))}
    </TableRow>
  );
}
