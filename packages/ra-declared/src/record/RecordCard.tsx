import { Box, Paper, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { cardPadding } from '../ui/cardPadding.ts';

interface RecordCardProps {
  title: string;
  /** Content opposite the title. */
  aside?: ReactNode;
  /** Resource whose records it shows. */
  related?: string;
  /** True if its height will change. */
  isLoading?: boolean;
  children: ReactNode;
}

/** A section of a record's page, named by its title. */
export function RecordCard({ title, aside, related, isLoading = false, children }: RecordCardProps) {
  const headingId = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={headingId}
      aria-busy={isLoading || undefined}
      data-related={related}
      sx={{ p: cardPadding, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 2, mb: 1 }}>
        <Typography id={headingId} component="h2" variant="subtitle2">
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Paper>
  );
}
