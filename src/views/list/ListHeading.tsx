import { Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { formatAmount } from '#shared/money/amount.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

interface ListHeadingProps {
  title: string;
  /** Undefined while it is not known, or where it stands elsewhere on the page. */
  total: number | undefined;
  children: ReactNode;
}

/** The page's title, and beside it what chooses and changes the list. */
export function ListHeading({ title, total, children }: ListHeadingProps) {
  const { translate } = useFormatContext();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1.5, flexBasis: { xs: '100%', sm: 'auto' } }}>
        <Typography component="h1" variant="h5">
          {title}
        </Typography>
        <Typography role="status" variant="body2" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {total !== undefined &&
            translate('list.total', { smart_count: total, count: formatAmount(String(total), 0) })}
        </Typography>
      </Stack>
      {children}
    </Stack>
  );
}
