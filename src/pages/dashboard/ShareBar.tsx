import { Box } from '@mui/material';

interface ShareBarProps {
  part: bigint;
  whole: bigint;
  tone: 'primary' | 'success' | 'warning' | 'error' | 'default';
}

/** How much of the whole a part is, for the eye alone: the figures stand beside it. */
export function ShareBar({ part, whole, tone }: ShareBarProps) {
  const percent = whole === 0n ? 0 : Number((part * 100n) / whole);
  return (
    <Box aria-hidden sx={{ mt: 0.5, height: 4, borderRadius: 2, bgcolor: 'action.hover', overflow: 'hidden' }}>
      <Box
        sx={{
          ...{ width: `${percent}%`, minWidth: part === 0n ? 0 : 2, height: '100%' },
          bgcolor: tone === 'default' ? 'text.disabled' : `${tone}.main`,
        }}
      />
    </Box>
  );
}
