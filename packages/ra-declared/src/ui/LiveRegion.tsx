import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/**
 * A live region that exists before its text, so that screen readers announce it. While it is empty it takes no room, not
 * even the gap between the children of its container.
 */
export function LiveRegion({ role, children }: { role: 'alert' | 'status'; children: ReactNode }) {
  return (
    <Box role={role} sx={{ '&:empty': { position: 'absolute' } }}>
      {children}
    </Box>
  );
}
