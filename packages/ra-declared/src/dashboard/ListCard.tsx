import { Link as MuiLink, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ResourceContextProvider, useDataProvider } from 'react-admin';
import { formatCount } from '@merchant-console/declaration';
import { sortOrNone } from '@merchant-console/ra-provider';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { RecordCard } from '../record/RecordCard.tsx';
import { RelatedTable } from '../record/RelatedTable.tsx';
import { listPath } from '../resourcePlaces.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { Link } from '../ui/router/Link.tsx';
import type { CardContent } from './cardContent.ts';
import { headingOf } from './headingOf.ts';

/** The first records that a filter finds, with links to them and to the list of all. */
export function ListCard({ view, filter, label, columns, sort, perPage }: Extract<CardContent, { type: 'list' }>) {
  const { resource, basePath, title } = view;
  const { name } = resource;
  const context = useFormatContext();
  const { translate } = context;
  const dataProvider = useDataProvider();
  const params = { pagination: { page: 1, perPage }, sort: sortOrNone(sort), filter };
  const { data, error, isFetching, refetch } = useQuery({
    // Not a page of the list, whose rows would keep their places when others come.
    queryKey: [name, 'getFirst', params],
    queryFn: ({ signal }) => dataProvider.getList<IdentifiedRecord>(name, { ...params, signal }),
  });
  const total = data?.total ?? 0;
  return (
    <RecordCard
      title={headingOf(label, title, context)}
      related={name}
      isLoading={!data && !error}
      aside={
        total > 0 && (
          <MuiLink component={Link} to={listPath(basePath, filter, sort)} variant="body2" sx={{ whiteSpace: 'nowrap' }}>
            {translate('record.show_all', { count: formatCount(total) })}
          </MuiLink>
        )
      }
    >
      {!data && error && !isFetching && <LoadFailure error={error} isSmall onRetry={refetch} />}
      {!data && (!error || isFetching) && <Skeleton height={96} />}
      {data?.data.length === 0 && <Typography color="text.secondary">{translate('listCharts.empty')}</Typography>}
      {data && data.data.length > 0 && (
        <ResourceContextProvider value={name}>
          <RelatedTable view={view} fields={columns} records={data.data} />
        </ResourceContextProvider>
      )}
    </RecordCard>
  );
}
