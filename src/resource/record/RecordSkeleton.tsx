import { Box, Paper, Skeleton } from '@mui/material';
import type { Resource } from '#shared/declaration/resource.ts';
import { outOfSight } from '#console/ui/outOfSight.ts';
import { cardGrid } from './cardGrid.ts';
import { splitGroups } from './splitGroups.ts';

interface RecordSkeletonProps {
  resource: Resource;
  title: string;
}

/** Stands for a record on its way, with its heading and groups where they will be. */
export function RecordSkeleton({ resource, title }: RecordSkeletonProps) {
  return (
    <div>
      <Box component="h1" sx={outOfSight}>
        {title}
      </Box>
      <Skeleton width={260} height={36} />
      <Skeleton width={90} height={26} sx={{ mb: 2 }} />
      <Box sx={cardGrid}>
        {splitGroups(resource.show.groups).steady.map(({ fields }, group) => (
          <Paper key={group} variant="outlined" sx={{ p: 2.5 }}>
            <Skeleton width={120} />
            {fields.map(({ source }) => (
              <Skeleton key={source} height={33} />
            ))}
          </Paper>
        ))}
      </Box>
    </div>
  );
}
