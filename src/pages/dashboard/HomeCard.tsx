import { Box, Paper, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';

interface HomeCardProps {
  title: string;
  /** Stands across from the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the dashboard, named by its title. */
export function HomeCard({ title, aside, children }: HomeCardProps) {
  const headingId = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={headingId} sx={CARD}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32, mb: 1 }}>
        <Typography id={headingId} component="h2" variant="subtitle2" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Paper>
  );
}

const CARD = { p: { xs: 2, sm: 2.5 }, minWidth: 0 } as const;
