import { Box, Skeleton, Typography } from '@mui/material';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { formatAmount } from '#shared/money/amount.ts';
import { memo } from 'react';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { formatFieldAlone } from '#console/fieldTypes/formatField.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { NoValue } from '#console/fieldTypes/NoValue.tsx';
import { useSummary } from './useSummary.ts';

interface SummaryStripProps {
  resource: Resource;
  filter: Filter;
}

/** How many records the filter chooses, and the sums of their money. Left out when the server can't say. */
export const SummaryStrip = memo(function SummaryStrip({ resource, filter }: SummaryStripProps) {
  const context = useFormatContext();
  const { data: summary, isError } = useSummary(resource, filter);
  if (isError) return null;
  return (
    <Box
      component="dl"
      aria-busy={!summary}
      // Columns of a width that most sums fit in: none moves when they come.
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(152px, max-content))',
        columnGap: 3,
        rowGap: 1,
        m: 0,
      }}
    >
      <Figure name={context.translate('list.count')} value={summary && formatAmount(String(summary.count), 0)} />
      {resource.list.summary.map((field) => (
        <Figure
          key={field.source}
          name={fieldLabel(field, context)}
          value={summary && formatFieldAlone(summary.sums, field, context)}
        />
      ))}
    </Box>
  );
});

interface FigureProps {
  name: string;
  value: string | undefined;
}

function Figure({ name, value }: FigureProps) {
  return (
    <div>
      <Typography component="dt" variant="caption" color="text.secondary">
        {name}
      </Typography>
      <Typography
        component="dd"
        variant="subtitle1"
        sx={{ m: 0, fontWeight: 600, lineHeight: 1.4, fontVariantNumeric: 'tabular-nums' }}
      >
        {value === undefined ? <Skeleton width={96} /> : value || <NoValue />}
      </Typography>
    </div>
  );
}
