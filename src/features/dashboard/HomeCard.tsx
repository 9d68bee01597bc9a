import { Box, Paper, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { FigureLink } from '#console/features/figures/Figure.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';

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

/** From a part of a list to the whole. */
export function AllLink({ to, name }: { to: string; name: string }) {
  const { translate } = useFormatContext();
  return (
    <Box component="span" sx={{ typography: 'body2' }}>
      <FigureLink text={translate('dashboard.all')} to={to} name={name} />
    </Box>
  );
}

/** As the lists of orders have them. */
export const ORDER_TONES = { pending: 'warning', success: 'success', failed: 'error', closed: 'default' } as const;
