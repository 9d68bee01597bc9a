import { Stack, Typography } from '@mui/material';
import { memo, type ComponentProps } from 'react';
import { formatCount } from '#shared/format/numbers.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { SavedViewsMenu } from './savedViews/SavedViewsMenu.tsx';
import type { SavedViews } from './savedViews/useSavedViews.ts';
import { ListToolbar } from './toolbar/ListToolbar.tsx';

interface ListHeadingProps extends ComponentProps<typeof ListToolbar> {
  savedViews: SavedViews;
  /** Number of records. Undefined if it isn't known, or is shown elsewhere on the page. */
  total: number | undefined;
}

/** The page's title and the controls of the list. Doesn't re-render when the page is turned. */
export const ListHeading = memo(function ListHeading({ savedViews, total, ...toolbar }: ListHeadingProps) {
  const { translate } = useFormatContext();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1.5, flexBasis: { xs: '100%', sm: 'auto' } }}>
        <Typography component="h1" variant="h5">
          {toolbar.view.title}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {total !== undefined && translate('list.total', { smart_count: total, count: formatCount(total) })}
        </Typography>
      </Stack>
      <SavedViewsMenu savedViews={savedViews} />
      <ListToolbar {...toolbar} />
    </Stack>
  );
});
