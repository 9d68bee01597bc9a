import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

const item = {
  position: 'relative',
  pl: 2.5,
  pb: 1.5,
  // A dot for each event, and the line that joins them.
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
  /** When, and who has done it. */
  aside: string;
  /** What it has changed. */
  children?: ReactNode;
}

/** One event in the life of a record. */
export function Happening({ what, aside, children }: HappeningProps) {
  return (
    <Box component="li" sx={item}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}>
        <Typography component="span" sx={{ fontWeight: 500 }}>
          {what}
        </Typography>
        <Typography component="span" variant="body2" color="text.secondary">
          {aside}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
