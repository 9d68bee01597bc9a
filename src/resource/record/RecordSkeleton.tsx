import { Box, Paper, Skeleton } from '@mui/material';
import type { Resource, ShowGroup } from '@merchant-console/declaration';
import { visuallyHidden } from '#console/ui/visuallyHidden.ts';
import { GROWING_GROUPS, WIDE_GROUPS } from '#shared/shippedComponents.ts';
import { cardPadding } from '#console/ui/cardPadding.ts';

/** Placeholder for a record that is loading, with its heading and groups in place. */
export function RecordSkeleton({ resource, title }: { resource: Resource; title: string }) {
  const { wide, steady } = splitGroups(resource.show.groups);
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

type Groups = Record<'wide' | 'steady' | 'growing', ShowGroup[]>;

/**
 * Sorts the groups of a record page: wide ones, which come first, those that load with the record, and those that grow
 * later, which come last.
 */
export function splitGroups(groups: readonly ShowGroup[]): Groups {
  const placeOf = ({ component = '' }: ShowGroup): keyof Groups =>
    WIDE_GROUPS.includes(component) ? 'wide' : GROWING_GROUPS.includes(component) ? 'growing' : 'steady';
  const at = (place: keyof Groups) => groups.filter((group) => placeOf(group) === place);
  return { wide: at('wide'), steady: at('steady'), growing: at('growing') };
}

/** Cards in two columns if there is space, each with its own height. */
export const cardGrid = {
  columns: '2 400px',
  columnGap: 2,
  '& > *': { breakInside: 'avoid', mb: 2 },
};
