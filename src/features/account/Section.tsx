import { Box, Paper, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { cardPadding } from '@merchant-console/ra-declared/internal';

/** A section of the page with one subject. */
export function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={sectionStyles}>
      <Box>
        <Typography id={id} component="h2" variant="h6">
          {title}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
          {about}
        </Typography>
      </Box>
      {children}
    </Paper>
  );
}

const sectionStyles = { p: cardPadding, display: 'grid', gap: 2 };
