import ChevronRight from '@mui/icons-material/ChevronRight';
import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import { Box, List, ListItem, ListItemButton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { WAITING_STATUS, type Waiting } from '#shared/contract/home.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { pageHeading, useKeptFocus } from '#console/ui/useKeptFocus.ts';
import { useListLink } from '#console/resource/resourcePlaces.ts';
import { HomeCard } from './HomeHeading.tsx';
import { WaitingRecords } from './WaitingRecords.tsx';

/** Requests that wait for the user's decision, and the user's own, on which colleagues decide. */
export function WaitingCard({ waiting }: { waiting: readonly Waiting[] }) {
  const { translate } = useFormatContext();
  const forUser = waiting.filter(({ count }) => count > 0);
  const forColleagues = waiting.filter(({ own_count: count }) => count > 0);
  // After the last decision of a kind, its buttons are gone.
  const onFocus = useKeptFocus(pageHeading);
  return (
    <HomeCard title={translate('dashboard.waiting')}>
      {forUser.length === 0 ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          <DoneIcon fontSize="small" color="success" aria-hidden />
          <Typography>{translate('dashboard.nothing_waiting')}</Typography>
        </Box>
      ) : (
        <List disablePadding onFocus={onFocus} sx={{ mx: -1 }}>
          {forUser.map(({ kind, count }) => (
            <WaitingItem key={kind} kind={kind} count={count}>
              {/* Batches are decided on row by row, on their own page. */}
              {kind !== 'batch_transfers' && <WaitingRecords kind={kind} count={count} />}
            </WaitingItem>
          ))}
        </List>
      )}
      {forColleagues.length > 0 && (
        <>
          <Typography component="h3" variant="subtitle2" sx={{ mt: 2, mb: 1 }}>
            {translate('dashboard.waiting_for_colleagues')}
          </Typography>
          <List disablePadding sx={{ mx: -1 }}>
            {forColleagues.map(({ kind, own_count: count }) => (
              <WaitingItem key={kind} kind={kind} count={count} />
            ))}
          </List>
        </>
      )}
    </HomeCard>
  );
}

interface WaitingItemProps extends Pick<Waiting, 'kind' | 'count'> {
  children?: ReactNode;
}

function WaitingItem({ kind, count, children }: WaitingItemProps) {
  const { translate } = useFormatContext();
  const to = useListLink()(kind, { status: [WAITING_STATUS[kind]] });
  const content = (
    <>
      <Box component="span" sx={COUNT}>
        {formatCount(count)}
      </Box>
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        {translate(`dashboard.waiting_kinds.${kind}`)}
      </Box>
      {to !== null && <ChevronRight aria-hidden sx={{ color: 'text.secondary' }} />}
    </>
  );
  return (
    <ListItem disablePadding sx={{ display: 'block' }}>
      {to === null ? (
        <Box sx={ROW}>{content}</Box>
      ) : (
        <ListItemButton component={Link} to={to} sx={ROW}>
          {content}
        </ListItemButton>
      )}
      {children}
    </ListItem>
  );
}

const ROW = { display: 'flex', alignItems: 'center', gap: 1.5, px: 1, py: 0.75, borderRadius: 1 } as const;
const COUNT = {
  minWidth: 32,
  px: 1,
  py: 0.25,
  borderRadius: 4,
  textAlign: 'center',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  border: 1,
  borderColor: 'warning.main',
} as const;
