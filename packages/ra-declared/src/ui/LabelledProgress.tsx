import { Box, LinearProgress, Typography } from '@mui/material';

interface LabelledProgressProps {
  label: string;
  done: number;
  /** Null if it isn't known yet. */
  total: number | null;
  /** What the bar shows, in words. */
  text: string | null;
}

/** Progress bar with a text below. Indeterminate while the total is unknown or 0. */
export function LabelledProgress({ label, done, total, text }: LabelledProgressProps) {
  const isKnown = total !== null && total > 0;
  return (
    <Box>
      <LinearProgress
        aria-label={label}
        {...(isKnown && { variant: 'determinate', value: Math.min(100, (100 * done) / total) })}
      />
      <Typography variant="caption" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Typography>
    </Box>
  );
}
