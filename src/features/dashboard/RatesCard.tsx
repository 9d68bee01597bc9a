import { Skeleton, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { merchantRates } from '#shared/contract/channels.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { useApi } from '#console/api/createApi.ts';
import { useAmountInWords } from '#console/features/figures/useAmount.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { useListLink } from '#console/resource/resourcePlaces.ts';
import { AllLink, HomeCard } from './HomeHeading.tsx';

type Rate = z.output<typeof merchantRates.data>[number];

/** Fees of each channel for the merchant. */
export function RatesCard() {
  const { translate } = useFormatContext();
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['merchantRates'],
    queryFn: ({ signal }) => api(merchantRates, { query: {}, signal }),
    retry: false,
  });
  const title = translate('dashboard.rates');
  const to = useListLink()('channels');
  return (
    <HomeCard title={title} aside={to !== null && <AllLink to={to} name={title} />}>
      {error && <Typography color="text.secondary">{errorText(error, translate)}</Typography>}
      {!data && !error && <Skeleton variant="rounded" height={180} />}
      {data && (
        <Table size="small" aria-label={title} sx={{ '& th, & td': { px: 0.5 } }}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('fields.channel_id')}</TableCell>
              <TableCell align="right">{translate('fields.rate_bps')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data.map((rate) => (
              <RateRow key={rate.channel_id} rate={rate} />
            ))}
          </TableBody>
        </Table>
      )}
    </HomeCard>
  );
}

function RateRow({ rate: { name, type, rate_bps, fixed_fee, min_fee, max_fee, currency, deduction } }: { rate: Rate }) {
  const { translate } = useFormatContext();
  const amount = useAmountInWords(currency);
  const fees = [
    fixed_fee === '0' ? null : `+ ${amount(fixed_fee)}`,
    min_fee === null || min_fee === '0' ? null : translate('moneyForms.at_least', { fee: amount(min_fee) }),
    max_fee === null ? null : translate('moneyForms.at_most', { fee: amount(max_fee) }),
  ];
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
        {name}
        <Typography variant="caption" component="div" color="text.secondary">
          {translate(`choices.type.${type}`)} · {translate(`dashboard.deduction.${deduction}`)}
        </Typography>
      </TableCell>
      <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {`${formatAmount(String(rate_bps), 2)}%`}
        {fees.map(
          (fee) =>
            fee !== null && (
              <Typography key={fee} variant="caption" component="div" color="text.secondary">
                {fee}
              </Typography>
            ),
        )}
      </TableCell>
    </TableRow>
  );
}
