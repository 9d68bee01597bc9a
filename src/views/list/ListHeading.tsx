import { Stack, Typography } from '@mui/material';
import { formatAmount } from '#shared/money/amount.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

interface ListHeadingProps {
  title: string;
  /** Undefined while it is not known, or where it stands elsewhere on the page. */
  total: number | undefined;
}

export function ListHeading({ title, total }: ListHeadingProps) {
  const { translate } = useFormatContext();
  return (
    <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1.5 }}>
      <Typography component="h1" variant="h5">
        {title}
      </Typography>
      <Typography role="status" variant="body2" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {total !== undefined && translate('list.total', { smart_count: total, count: formatAmount(String(total), 0) })}
      </Typography>
    </Stack>
  );
}
