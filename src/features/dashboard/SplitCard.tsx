import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { CurrencyFigures, HomeChannel, Span } from '#shared/contract/dashboard.ts';
import { formatCount, formatRate } from '@merchant-console/declaration';
import { AboutRate, FigureLink } from '#console/features/figures/Figure.tsx';
import { useAmount } from '#console/features/figures/useAmount.ts';
import { StatusChip, useFormatContext } from '@merchant-console/ra-declared';
import { scrollShades } from '@merchant-console/ra-declared/internal';
import { ChannelName } from './ChannelsCard.tsx';
import { HomeCard, ORDER_TONES } from './HomeHeading.tsx';
import type { OrdersLink } from './useOrdersLink.ts';

export const RATE = 'statistics.success_rate';

interface PartProps {
  span: Span;
  figures: CurrencyFigures;
  linkTo: OrdersLink;
}

interface SplitCardProps extends PartProps {
  /** Undefined if the user may not see them. */
  channels: readonly HomeChannel[] | undefined;
}

/** The range's orders by status and by channel. */
export function SplitCard({ channels, ...part }: SplitCardProps) {
  const { translate } = useFormatContext();
  return (
    <HomeCard title={translate('dashboard.split')}>
      <Box
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <ByStatus {...part} />
        {channels && <ByChannel {...part} channels={channels} />}
      </Box>
    </HomeCard>
  );
}

function ByStatus({ span, figures: { currency, figures, by_status }, linkTo }: PartProps) {
  const { translate } = useFormatContext();
  const amount = useAmount(currency);
  const title = translate('dashboard.by_status');
  return (
    <div>
      <PartTitle text={title} />
      <SplitTable title={title} columns={['fields.status', 'statistics.count', 'statistics.amount']}>
        {by_status.map(({ status, count, amount: sum }) => {
          const name = translate(`status.${status}`);
          const to = count === 0 ? null : linkTo({ span, status });
          return (
            <TableRow key={status}>
              <TableCell component="th" scope="row">
                <StatusChip tone={ORDER_TONES[status]}>{name}</StatusChip>
                <ShareBar part={BigInt(count)} whole={BigInt(figures.count)} tone={ORDER_TONES[status]} />
              </TableCell>
              <FigureCell text={formatCount(count)} to={to} name={name} />
              <FigureCell text={amount(sum)} to={to} name={name} />
            </TableRow>
          );
        })}
      </SplitTable>
    </div>
  );
}

function ByChannel({ span, figures: whole, linkTo, channels }: PartProps & { channels: readonly HomeChannel[] }) {
  const { translate } = useFormatContext();
  const { currency, figures, by_channel } = whole;
  const amount = useAmount(currency);
  const title = translate('dashboard.by_channel');
  if (by_channel.length === 0) {
    return (
      <div>
        <PartTitle text={title} />
        <Typography color="text.secondary" sx={{ py: 2 }}>
          {translate('dashboard.no_orders_in_range')}
        </Typography>
      </div>
    );
  }
  return (
    <div>
      <PartTitle text={title} />
      <SplitTable title={title} columns={['fields.channel_id', 'statistics.count', RATE, 'dashboard.collected']}>
        {by_channel.map(({ channel_id: channelId, figures: own }) => {
          const name = channels.find(({ id }) => id === channelId)?.name ?? channelId;
          return (
            <TableRow key={channelId}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                <ChannelName id={channelId} name={name} />
                <ShareBar part={BigInt(own.amount)} whole={BigInt(figures.amount)} tone="primary" />
              </TableCell>
              <FigureCell text={formatCount(own.count)} to={linkTo({ span, channelId })} name={name} />
              <FigureCell text={formatRate(own.success_rate)} to={null} name={name} />
              <FigureCell
                text={amount(own.amount)}
                to={own.success_count === 0 ? null : linkTo({ span, channelId, status: 'success' })}
                name={name}
              />
            </TableRow>
          );
        })}
      </SplitTable>
    </div>
  );
}

function PartTitle({ text }: { text: string }) {
  return (
    <Typography component="h3" variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
      {text}
    </Typography>
  );
}

/** Figures in rows. On a phone, its heads wrap. If they still don't fit, it scrolls, with a shade where it continues. */
export function SplitTable({
  title,
  columns,
  children,
}: {
  title: string;
  columns: readonly string[];
  children: ReactNode;
}) {
  const { translate } = useFormatContext();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={title} sx={scrollShades}>
      <Table size="small" aria-label={title} sx={{ '& th, & td': { px: 1 } }}>
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableCell
                key={column}
                align={index === 0 ? 'left' : 'right'}
                sx={{ whiteSpace: { xs: 'normal', sm: 'nowrap' }, verticalAlign: 'bottom' }}
              >
                {column === RATE && <AboutRate />}
                {translate(column)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </TableContainer>
  );
}

export function FigureCell({ text, to, name }: { text: string; to: string | null; name: string }) {
  return (
    <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      <FigureLink text={text} to={to} name={name} />
    </TableCell>
  );
}

interface ShareBarProps {
  part: bigint;
  whole: bigint;
  tone: 'primary' | 'success' | 'warning' | 'error' | 'default';
}

/** A part's share of the whole, hidden from screen readers because the figures are next to it. */
export function ShareBar({ part, whole, tone }: ShareBarProps) {
  const percent = whole === 0n ? 0 : Number((part * 100n) / whole);
  return (
    <Box aria-hidden sx={{ mt: 0.5, height: 4, borderRadius: 2, bgcolor: 'action.hover', overflow: 'hidden' }}>
      <Box
        sx={{
          width: `${percent}%`,
          minWidth: part === 0n ? 0 : 2,
          height: '100%',
          bgcolor: tone === 'default' ? 'text.disabled' : `${tone}.main`,
        }}
      />
    </Box>
  );
}
