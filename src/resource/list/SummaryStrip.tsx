import { Box, Skeleton, Typography } from '@mui/material';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { memo } from 'react';
import type { Resource } from '#shared/declaration/resource.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useListFilter } from './useListFilter.ts';
import { summaryFigures, type ShownFigure } from './summaryFigures.ts';
import { useSummary } from './listQuery.ts';

/**
 * Number of records that match the filter, and sums of their amounts by currency. Left out if the server can't provide
 * them.
 */
export const SummaryStrip = memo(function SummaryStrip({ resource }: { resource: Resource }) {
  const [filter] = useListFilter();
  const context = useFormatContext();
  const { data: summary, isError } = useSummary(resource, filter);
  if (isError) return null;
  const { summary: fields, tabs } = resource.list;
  return (
    <Box
      component="dl"
      aria-busy={!summary}
      // Columns wide enough for most sums, so that none moves when they load.
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(152px, max-content))',
        columnGap: 3,
        rowGap: 1,
        m: 0,
      }}
    >
      <Count name={context.translate('list.count')} value={summary && formatCount(summary.count)} />
      {fields.map((field) => (
        <Figures
          key={field.source}
          name={fieldLabel(field, context)}
          figures={summary && summaryFigures(field, summary.sums[field.source], tabs, context)}
        />
      ))}
    </Box>
  );
});

/** Wraps sums that are wider than their column, which would widen the page on a phone. */
const figure = {
  m: 0,
  fontWeight: 600,
  lineHeight: 1.4,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
};
/**
 * Takes one line, with or without a note, so that the content below doesn't move. On a phone, whose columns are narrower
 * than most notes, it wraps.
 */
const note = {
  display: 'block',
  minHeight: '1.5em',
  lineHeight: 1.5,
  fontVariantNumeric: 'tabular-nums',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
  wordBreak: 'auto-phrase',
} as const;

function Count({ name, value }: { name: string; value: string | undefined }) {
  return (
    <div>
      <Name>{name}</Name>
      <Typography component="dd" variant="subtitle1" sx={figure}>
        {value ?? <Skeleton width={96} />}
      </Typography>
    </div>
  );
}

function Figures({ name, figures }: { name: string; figures: readonly ShownFigure[] | undefined }) {
  return (
    <div>
      <Name>{name}</Name>
      {figures?.map(({ currency, sum, note: text, details }) => (
        <Box key={currency} component="dd" sx={{ m: 0 }}>
          <Typography variant="subtitle1" component="span" sx={{ ...figure, display: 'block' }}>
            {sum}
          </Typography>
          <Typography variant="caption" color="text.secondary" title={details ?? text} sx={note}>
            {text}
          </Typography>
        </Box>
      )) ?? (
        <Box component="dd" sx={{ m: 0 }}>
          <Typography variant="subtitle1" component="span" sx={{ ...figure, display: 'block' }}>
            <Skeleton width={96} />
          </Typography>
          <Typography variant="caption" component="span" sx={note} />
        </Box>
      )}
    </div>
  );
}

function Name({ children }: { children: string }) {
  return (
    <Typography component="dt" variant="caption" color="text.secondary">
      {children}
    </Typography>
  );
}
