import { Box, Link as MuiLink, Skeleton, Typography } from '@mui/material';
import { fieldLabel, formatCount } from '@merchant-console/declaration';
import { useSummary } from '../list/listQuery.ts';
import { summaryFigures } from '../list/SummaryStrip.tsx';
import { RecordCard } from '../record/RecordCard.tsx';
import { listPath } from '../resourcePlaces.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Link } from '../ui/router/Link.tsx';
import type { CardContent } from './cardContent.ts';
import { headingOf } from './headingOf.ts';

/** The number of the records that a filter finds, or a sum for each currency. Leads to their list. */
export function FigureCard({ view, filter, label, sum }: Extract<CardContent, { type: 'figure' }>) {
  const { resource, basePath, title } = view;
  const context = useFormatContext();
  const { translate } = context;
  const { data, error, isFetching, refetch } = useSummary(resource, filter);
  const heading = headingOf(label, title, context);
  const measure = sum ? fieldLabel(sum, context) : translate('list.count');
  const figures =
    data && sum
      ? summaryFigures(sum, data.sums[sum.source], null, context)
      : data && [{ currency: '', sum: formatCount(data.count), note: '' }];
  return (
    <RecordCard title={heading} related={resource.name} isLoading={!data && !error}>
      <Typography variant="caption" color="text.secondary" component="p">
        {measure}
      </Typography>
      {!data && error && !isFetching && <LoadFailure error={error} isSmall onRetry={refetch} />}
      {!data && (!error || isFetching) && <Skeleton width={120} height={36} />}
      {figures && (
        <MuiLink
          component={Link}
          to={listPath(basePath, filter)}
          aria-label={translate('list.labelled', {
            label: heading,
            text: figures.map((figure) => figure.sum).join(', '),
          })}
          underline="hover"
          color="inherit"
          sx={{ display: 'inline-block', maxWidth: '100%' }}
        >
          {figures.map(({ currency, sum: text, note }) => (
            <Box key={currency} component="span" sx={{ display: 'block' }}>
              <Typography
                variant="h5"
                component="span"
                sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
              >
                {text}
              </Typography>
              {note && (
                <Typography variant="caption" component="span" color="text.secondary" sx={{ display: 'block' }}>
                  {note}
                </Typography>
              )}
            </Box>
          ))}
        </MuiLink>
      )}
    </RecordCard>
  );
}
