import { Box, Typography } from '@mui/material';
import { Fragment, type ReactNode } from 'react';

/** An event in a record's history. */
export interface HistoryEvent {
  key: string;
  /** Milliseconds since 1970. */
  time: number;
  shown: ReactNode;
}

/** Events of a record, newest first. */
export function HistoryList({ events }: { events: readonly HistoryEvent[] }) {
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {events
        .toSorted((one, other) => other.time - one.time)
        .map(({ key, shown }) => (
          <Fragment key={key}>{shown}</Fragment>
        ))}
    </Box>
  );
}

const item = {
  position: 'relative',
  pl: 2.5,
  pb: 1.5,
  // A dot for each event, and a line that joins them.
  '&::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: 7,
    width: 7,
    height: 7,
    borderRadius: '50%',
    backgroundColor: 'text.disabled',
  },
  '&:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: 3,
    top: 18,
    bottom: -3,
    borderLeft: 1,
    borderColor: 'divider',
  },
} as const;

interface HappeningProps {
  what: string;
  /** What it concerns, who did it, and when. */
  aside: readonly ReactNode[];
  /** The changes. */
  children?: ReactNode;
}

/** Layout of an event in a record's history. */
export function Happening({ what, aside, children }: HappeningProps) {
  return (
    <Box component="li" sx={item}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}>
        <Typography component="span" sx={{ fontWeight: 500 }}>
          {what}
        </Typography>
        <Typography component="span" variant="body2" color="text.secondary">
          {aside.map((part, at) => (
            <Fragment key={at}>
              {at > 0 && ' · '}
              <Box component="span" sx={{ display: 'inline-block' }}>
                {part}
              </Box>
            </Fragment>
          ))}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
