import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { ComparedText } from './ComparedText.tsx';
import type { Comparison } from './comparison.ts';
import { FigureLink } from './FigureLink.tsx';

interface FigureProps {
  name: string;
  /** Stands beside the name. */
  about?: ReactNode;
  text: string;
  /** What the link is called, where the name alone would not tell which figure it is. */
  fullName?: string;
  to: string | null;
  /** The larger, the sooner it is to be seen. */
  size?: 'hero' | 'main' | 'small';
  comparison?: Comparison;
  isRate?: boolean;
  /** Takes a row of the grid for itself. */
  isWide?: boolean;
  children?: ReactNode;
}

/** A figure that leads to what it counts, with how it has changed. Within a `dl`. */
export function Figure(props: FigureProps) {
  const {
    name,
    fullName = name,
    about,
    text,
    to,
    size = 'small',
    comparison,
    isRate = false,
    isWide = false,
    children,
  } = props;
  return (
    <Box sx={{ minWidth: 0, ...(isWide && { gridColumn: '1 / -1' }) }}>
      <Typography component="dt" variant="caption" color="text.secondary">
        {name}
        {about}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography component="div" sx={{ ...VALUE, ...SIZES[size] }}>
          <FigureLink text={text} to={to} name={fullName} />
        </Typography>
        {comparison && <ComparedText comparison={comparison} isRate={isRate} />}
        {children}
      </Box>
    </Box>
  );
}

const VALUE = { fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere', fontWeight: 600 } as const;
const SIZES = {
  hero: { fontSize: 'clamp(1.375rem, 1rem + 1.6vw, 1.75rem)', lineHeight: 1.35 },
  main: { fontSize: '1.125rem', lineHeight: 1.45 },
  small: { fontSize: '0.875rem', lineHeight: 1.7 },
} as const;
