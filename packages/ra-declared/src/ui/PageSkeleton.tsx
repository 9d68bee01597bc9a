import { Box, Skeleton, Typography } from '@mui/material';
import { useStandsForPage } from './pageProgress.ts';

/** Placeholder for a page that is loading. */
export function PageSkeleton({ title }: { title: string }) {
  useStandsForPage();
  return (
    <Box aria-busy="true">
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      <Skeleton height={48} />
      <Skeleton variant="rounded" height={420} />
    </Box>
  );
}
