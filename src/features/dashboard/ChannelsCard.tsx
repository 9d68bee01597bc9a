import {
  Box,
  Link as MuiLink,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { subHours } from 'date-fns/subHours';
import type { z } from 'zod';
import { merchantRates } from '#shared/contract/channels.ts';
import {
  LEAST_HEALTHY_RATE,
  LEAST_JUDGED,
  MOST_HEALTHY_DROP,
  SLOW_AFTER_MINUTES,
  type ChannelHealth,
  type HomeChannel,
} from '#shared/contract/dashboard.ts';
import { formatAmount, formatCount, formatRate, scaleOfCurrency } from '@merchant-console/declaration';
import { useApi } from '#console/api/createApi.ts';
import { AboutRate, ComparedText, FigureLink, compareRates } from '#console/features/figures/Figure.tsx';
import { useAmountInWords } from '#console/features/figures/useAmount.ts';
import { StatusChip, useFindPlace, useFormatContext } from '@merchant-console/ra-declared';
import { errorText, formatInstant, Link, openablePath, useListLink } from '@merchant-console/ra-declared/internal';
import { AllLink, HomeCard } from './HomeHeading.tsx';
import { useOrdersLink } from './useOrdersLink.ts';

const TONES = {
  healthy: 'success',
  degraded: 'error',
  few: 'default',
  quiet: 'default',
  disabled: 'default',
} as const satisfies Record<ChannelHealth, string>;

interface ChannelsCardProps {
  channels: readonly HomeChannel[];
  /** Time when the figures were read, which is the end of their day. */
  asOf: string;
}

/** The state of each channel, summarised in words first. */
export function ChannelsCard({ channels, asOf }: ChannelsCardProps) {
  const { translate } = useFormatContext();
  const about = {
    least: formatCount(LEAST_HEALTHY_RATE / 100),
    drop: String(MOST_HEALTHY_DROP / 100),
    count: LEAST_JUDGED,
  };
  return (
    <HomeCard title={translate('dashboard.channel_health')} aside={<AboutRate />}>
      {channels.length === 0 ? (
        <Typography color="text.secondary">{translate('dashboard.no_channels')}</Typography>
      ) : (
        <Box component="ul" sx={LIST}>
          {channels.map((channel) => (
            <ChannelItem key={channel.id} channel={channel} asOf={asOf} />
          ))}
        </Box>
      )}
      <Typography variant="caption" component="p" color="text.secondary" sx={{ mt: 1, textWrap: 'pretty' }}>
        {translate('dashboard.about_health', about)}
      </Typography>
    </HomeCard>
  );
}

function ChannelItem({ channel, asOf }: { channel: HomeChannel; asOf: string }) {
  const { translate } = useFormatContext();
  const { id, name, health, day, day_before: before, collected, slow } = channel;
  const linkTo = useOrdersLink(null);
  const span = { from: subHours(asOf, 24).toISOString(), to: asOf };
  const orders = translate('dashboard.orders_in_24h', { smart_count: day.count, count: formatCount(day.count) });
  const isEmpty = day.count === 0;
  const rates = useListLink()('merchant_rates', { channel_id: id });
  return (
    <Box component="li" sx={{ py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.25 }}>
        <Typography component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontWeight: 500 }}>
          <ChannelName id={id} name={name} />
        </Typography>
        <StatusChip tone={TONES[health]}>{translate(`dashboard.health.${health}`)}</StatusChip>
      </Box>
      <Box sx={FACTS}>
        <FigureLink text={orders} to={isEmpty ? null : linkTo({ span, channelId: id })} name={name} />
        {day.success_rate !== null && (
          <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            <span>{translate('dashboard.successful_rate', { rate: formatRate(day.success_rate) })}</span>
            <ComparedText comparison={compareRates(day.success_rate, before.success_rate)} isRate />
          </Box>
        )}
      </Box>
      {collected.map(({ currency, amount }) => (
        <Collected
          key={currency}
          currency={currency}
          amount={amount}
          name={name}
          to={linkTo({ span, channelId: id, status: 'success' })}
        />
      ))}
      {slow.count > 0 && (
        <Box sx={{ ...FACTS, fontWeight: 500 }}>
          <FigureLink
            text={translate('dashboard.slow_orders', {
              smart_count: slow.count,
              count: formatCount(slow.count),
              minutes: SLOW_AFTER_MINUTES,
            })}
            to={linkTo({ span: slow.span, channelId: id, status: 'pending' })}
            name={name}
          />
        </Box>
      )}
      <Newest channel={channel} />
      {rates !== null && (
        <Box sx={FACTS}>
          <FigureLink text={translate('menu.merchantRates')} to={rates} name={name} color="primary" />
        </Box>
      )}
    </Box>
  );
}

/** Links to the channel, for users who can open its page. */
export function ChannelName({ id, name }: Pick<HomeChannel, 'id' | 'name'>) {
  const find = useFindPlace();
  const path = openablePath(find, 'channels', id) ?? openablePath(find, 'platform_channels', id);
  if (path === null) return <>{name}</>;
  return (
    <MuiLink component={Link} to={path} underline="hover" color="inherit">
      {name}
    </MuiLink>
  );
}

interface CollectedProps {
  currency: string;
  amount: string;
  name: string;
  to: string | null;
}

function Collected({ currency, amount, name, to }: CollectedProps) {
  const { translate, currencyData } = useFormatContext();
  const sum = `${formatAmount(amount, scaleOfCurrency(currency, currencyData))} ${currency}`;
  return (
    <Box sx={FACTS}>
      <FigureLink text={translate('dashboard.channel_collected', { amount: sum })} to={to} name={name} />
    </Box>
  );
}

/** Times of the newest order and of the newest successful one, which are usually the same. */
function Newest({ channel }: { channel: HomeChannel }) {
  const context = useFormatContext();
  const { translate } = context;
  const { last_order_at: order, last_success_at: success, looked_back_days: days } = channel;
  const said = [
    success === null
      ? translate('dashboard.no_success', { smart_count: days })
      : translate('dashboard.last_success', { time: formatInstant(success, context) }),
    order !== null && order !== success && translate('dashboard.last_order', { time: formatInstant(order, context) }),
  ];
  return said.map(
    (text) =>
      text !== false && (
        <Typography key={text} variant="caption" component="div" color="text.secondary">
          {text}
        </Typography>
      ),
  );
}

/** Two columns if the card is wide. */
const LIST = {
  display: 'grid',
  columnGap: 4,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
} as const;

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
