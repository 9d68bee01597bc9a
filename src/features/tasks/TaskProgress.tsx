import { Box, LinearProgress, Typography } from '@mui/material';

interface TaskProgressProps {
  label: string;
  done: number;
  /** Null if it isn't known yet. */
  total: number | null;
  /** What the bar shows, in words. */
  text: string | null;
}

/** How far a task is. */
export function TaskProgress({ label, done, total, text }: TaskProgressProps) {
  const isKnown = total !== null && total > 0;
  return (
    <Box>
      {isKnown ? (
        <LinearProgress aria-label={label} variant="determinate" value={Math.min(100, (100 * done) / total)} />
      ) : (
        <LinearProgress aria-label={label} />
      )}
      <Typography variant="caption" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Typography>
    </Box>
  );
}

export const itemStyles = {
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: 0.5,
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
};
