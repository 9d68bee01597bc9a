import { Box, Skeleton } from '@mui/material';
import { COLUMNS, STACK } from './homeLayout.ts';

/** Stands for the parts of the dashboard until they are known, in their places. */
export function HomeSkeleton() {
  return (
    <Box sx={STACK} aria-hidden>
      <Box sx={COLUMNS}>
        <Box sx={STACK}>
          <Skeleton variant="rounded" height={366} />
          <Skeleton variant="rounded" height={236} />
        </Box>
        <Box sx={STACK}>
          <Skeleton variant="rounded" height={366} />
          <Skeleton variant="rounded" height={236} />
        </Box>
      </Box>
      <Box sx={COLUMNS}>
        <Box sx={STACK}>
          <Skeleton variant="rounded" height={460} />
          <Skeleton variant="rounded" height={320} />
        </Box>
        <Box sx={STACK}>
          <Skeleton variant="rounded" height={560} />
        </Box>
      </Box>
    </Box>
  );
}
