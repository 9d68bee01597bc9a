import { Box, Skeleton, Typography } from '@mui/material';

/** Stands for a list that is on its way. */
export function PageSkeleton({ title }: { title: string }) {
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
