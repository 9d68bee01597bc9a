import { Box, Typography } from '@mui/material';
import {
  LEAST_HEALTHY_RATE,
  LEAST_JUDGED,
  MOST_HEALTHY_DROP,
  type ChannelHealth,
  type HomeChannel,
} from '#shared/contract/home.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { compareRates } from '#console/components/figures/comparison.ts';
import { ComparedText } from '#console/components/figures/ComparedText.tsx';
import { FigureLink } from '#console/components/figures/FigureLink.tsx';
import { rateText } from '#console/components/figures/rateText.ts';
import { StatusChip } from '#console/fieldTypes/enum/StatusChip.tsx';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { formatInstant } from '#console/views/record/formatInstant.ts';
import { HomeCard } from './HomeCard.tsx';
import { rateOf } from './rateOf.ts';
import { useOrdersLink } from './useOrdersLink.ts';

const DAY_MS = 86_400_000;
const TONES = {
  ...({ healthy: 'success', degraded: 'error', few: 'default' } as const),
  ...({ quiet: 'default', disabled: 'default' } as const),
} satisfies Record<ChannelHealth, string>;

interface ChannelsCardProps {
  channels: readonly HomeChannel[];
  /** When the figures were read: their day ends there. */
  asOf: string;
}

/** How each channel does, in words first. */
export function ChannelsCard({ channels, asOf }: ChannelsCardProps) {
  const { translate } = useFormatContext();
  const about = {
    ...{ least: formatAmount(String(LEAST_HEALTHY_RATE / 100), 0), drop: String(MOST_HEALTHY_DROP / 100) },
    count: LEAST_JUDGED,
  };
  return (
    <HomeCard title={translate('dashboard.channel_health')}>
      {channels.length === 0 ? (
        <Typography color="text.secondary">{translate('dashboard.no_channels')}</Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
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
  const context = useFormatContext();
  const { translate } = context;
  const { id, name, health, day, day_before: before, last_success_at: last } = channel;
  const linkTo = useOrdersLink(null);
  const span = { from: new Date(Date.parse(asOf) - DAY_MS).toISOString(), to: asOf };
  const rate = rateOf(day);
  const rateInWords = rateText(rate);
  const orders = translate('dashboard.orders_in_24h', { smart_count: day.count });
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontWeight: 500 }}>
          {name}
        </Typography>
        <StatusChip tone={TONES[health]}>{translate(`dashboard.health.${health}`)}</StatusChip>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, typography: 'body2' }}>
        <FigureLink text={orders} to={day.count === 0 ? null : linkTo({ span, channelId: id })} name={name} />
        {rateInWords !== null && (
          <>
            <span>{translate('dashboard.successful_rate', { rate: rateInWords })}</span>
            <ComparedText comparison={compareRates(rate, rateOf(before))} isRate />
          </>
        )}
      </Box>
      <Typography variant="caption" color="text.secondary">
        {last === null
          ? translate('dashboard.no_success')
          : translate('dashboard.last_success', { time: formatInstant(last, context) })}
      </Typography>
    </Box>
  );
}
