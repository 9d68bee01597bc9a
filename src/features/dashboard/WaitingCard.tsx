import ChevronRight from '@mui/icons-material/ChevronRight';
import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import { Box, List, ListItem, ListItemButton, Typography } from '@mui/material';
import { WAITING_STATUS, type Waiting } from '#shared/contract/home.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { useListLink } from '#console/resource/resourcePlaces.ts';
import { HomeCard } from './HomeHeading.tsx';

/** Requests that wait for the user's decision. */
export function WaitingCard({ waiting }: { waiting: readonly Waiting[] }) {
  const { translate } = useFormatContext();
  const open = waiting.filter(({ count }) => count > 0);
  return (
    <HomeCard title={translate('dashboard.waiting')}>
      {open.length === 0 ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          <DoneIcon fontSize="small" color="success" aria-hidden />
          <Typography>{translate('dashboard.nothing_waiting')}</Typography>
        </Box>
      ) : (
        <List disablePadding sx={{ mx: -1 }}>
          {open.map((one) => (
            <WaitingItem key={one.kind} {...one} />
          ))}
        </List>
      )}
    </HomeCard>
  );
}

function WaitingItem({ kind, count, own_count: own }: Waiting) {
  const { translate } = useFormatContext();
  const to = useListLink()(kind, { status: [WAITING_STATUS[kind]] });
  const content = (
    <>
      <Box component="span" sx={COUNT}>
        {formatCount(count)}
      </Box>
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        {translate(`dashboard.waiting_kinds.${kind}`)}
        {own > 0 && (
          <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
            {translate('dashboard.own_waiting', { smart_count: own })}
          </Typography>
        )}
      </Box>
      {to !== null && <ChevronRight aria-hidden sx={{ color: 'text.secondary' }} />}
    </>
  );
  return (
    <ListItem disablePadding>
      {to === null ? (
        <Box sx={ROW}>{content}</Box>
      ) : (
        <ListItemButton component={Link} to={to} sx={ROW}>
          {content}
        </ListItemButton>
      )}
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
