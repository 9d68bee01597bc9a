import { Box, Paper, Skeleton } from '@mui/material';
import type { Resource, ShowGroup } from '#shared/declaration/resource.ts';
import { outOfSight } from '#console/ui/outOfSight.ts';
import { GROWING_GROUPS } from '#shared/declaration/keys.ts';

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

/** The groups of a record page: those that are there with the record, and those that grow later, which come last. */
export function splitGroups(groups: readonly ShowGroup[]): { steady: ShowGroup[]; growing: ShowGroup[] } {
  const grows = ({ component }: ShowGroup) => component !== undefined && GROWING_GROUPS.includes(component);
  return { steady: groups.filter((group) => !grows(group)), growing: groups.filter(grows) };
}

/** Cards side by side where there is room for two, each as tall as it needs to be. */
export const cardGrid = {
  columns: '2 400px',
  columnGap: 2,
  '& > *': { breakInside: 'avoid', mb: 2 },
};
