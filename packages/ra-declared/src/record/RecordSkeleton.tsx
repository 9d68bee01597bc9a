import { Box, Paper, Skeleton } from '@mui/material';
import type { Resource, ShowGroup } from '@merchant-console/declaration';
import { useNamedComponents, type GroupPlace } from '../fields/NamedComponents.ts';
import { visuallyHidden } from '../ui/visuallyHidden.ts';
import { cardPadding } from '../ui/cardPadding.ts';

/** Placeholder for a record that is loading, with its heading and groups in place. */
export function RecordSkeleton({ resource, title }: { resource: Resource; title: string }) {
  const { wide, steady } = useGroups(resource.show.groups);
  return (
    <div>
      <Box component="h1" sx={visuallyHidden}>
        {title}
      </Box>
      <Skeleton width={260} height={36} />
      <Skeleton width={90} height={26} sx={{ mb: 2 }} />
      {wide.map((_, group) => (
        <Skeleton key={group} variant="rounded" height={260} sx={{ mb: 2 }} />
      ))}
      <Box sx={cardGrid}>
        {steady.map(({ fields }, group) => (
          <Paper key={group} variant="outlined" sx={{ p: cardPadding }}>
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

/** The groups of a record page by their place. */
export function useGroups(groups: readonly ShowGroup[]): Record<GroupPlace, ShowGroup[]> {
  const { placeOfGroup } = useNamedComponents();
  const at = (place: GroupPlace) =>
    groups.filter(({ component = '' }) => (placeOfGroup?.(component) ?? 'steady') === place);
  return { wide: at('wide'), steady: at('steady'), growing: at('growing') };
}

/** Cards in two columns if there is space, each with its own height. */
export const cardGrid = {
  columns: '2 400px',
  columnGap: 2,
  '& > *': { breakInside: 'avoid', mb: 2 },
};
