import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { CopyButton, NoValue } from '@merchant-console/ra-declared';

const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(104px, 2fr) minmax(0, 3fr)',
  columnGap: 2,
  py: 0.75,
  lineHeight: 1.5,
};

interface RowProps {
  label: string;
  /** Null if there is none. */
  value: string | null;
  /** True if users need the value elsewhere. */
  copies?: boolean;
  /** Shown instead of the value if its text isn't enough. */
  children?: ReactNode;
}

/** A term and its value, in a `dl`. */
export function Row({ label, value, copies = false, children }: RowProps) {
  return (
    <Box sx={row}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children ?? value ?? <NoValue />}
        {copies && value !== null && <CopyButton text={value} label={label} />}
      </Box>
    </Box>
  );
}
