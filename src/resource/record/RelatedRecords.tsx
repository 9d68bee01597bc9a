import { useMemo } from 'react';
import { Link as MuiLink, Skeleton, Typography } from '@mui/material';
import { ResourceContextProvider, useGetManyReference } from 'react-admin';
import type { RelatedList } from '#shared/declaration/resource.ts';
import { formatCount } from '#shared/format/numbers.ts';
import { plainText } from '#shared/format/plainText.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { sortOrNone } from '#console/api/sortOrNone.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { ActionHost } from '../actions/ActionHost.tsx';
import { useDeclaration } from '../declaration/useDeclaration.ts';
import { useResourcePlace, type ResourcePlace } from '../resourcePlaces.ts';
import { errorText } from '#console/ui/errorText.ts';
import { createResourceView, type ResourceView } from '../ResourceView.ts';
import { RecordCard } from './RecordCard.tsx';
import { RelatedTable } from './RelatedTable.tsx';
import { useShownRecord } from './useShownRecord.ts';

/** More are in the list that the card leads to. */
const SHOWN = 5;
/** Most columns that a card has room for. */
const COLUMNS = 5;

interface RelatedCardProps {
  related: RelatedList;
  place: ResourcePlace;
  view: ResourceView;
}

/** Records of another resource that point to this one; nothing where the user may not list those. */
export function RelatedRecords({ related }: { related: RelatedList }) {
  const place = useResourcePlace(related.reference);
  const { data: resource } = useDeclaration(related.reference);
  const { language, translate } = useFormatContext();
  const view = useMemo(
    () => resource && place && createResourceView(resource, place, resolveLabel(resource.label, language, translate)),
    [resource, place, language, translate],
  );
  if (!view || !place?.permissions.includes(`${related.reference}.list`)) return null;
  // Those that point here can't be asked for by a field that the user may not see.
  if (!view.resource.list.filters.some(({ source }) => source === related.target)) return null;
  return <RelatedCard {...{ related, place, view }} />;
}

function RelatedCard({ related, place, view }: RelatedCardProps) {
  const id = plainText(useShownRecord()[related.source]);
  const { resource } = view;
  const { language, translate } = useFormatContext();
  const { reference, target, label, columns, actions } = related;
  const { data, total, error } = useGetManyReference<IdentifiedRecord>(reference, {
    target,
    id,
    filter: {},
    pagination: { page: 1, perPage: SHOWN },
    sort: sortOrNone(resource.list.sort),
  });
  const fields = columns
    ? resource.fields.filter(({ source }) => columns.includes(source))
    : resource.list.columns.filter(({ source }) => source !== target).slice(0, COLUMNS);
  const all = `${place.basePath}?${new URLSearchParams({ filter: JSON.stringify({ [target]: id }) })}`;
  return (
    <RecordCard
      title={resolveLabel(label ?? resource.label, language, translate)}
      related={reference}
      aside={
        total !== undefined &&
        total > 0 && (
          <MuiLink component={Link} to={all} variant="body2">
            {translate('record.show_all', { count: formatCount(total) })}
          </MuiLink>
        )
      }
    >
      {!data && !error && <Skeleton height={96} />}
      {!data && error && (
        <Typography role="alert" color="text.secondary">
          {errorText(error, translate)}
        </Typography>
      )}
      {data?.length === 0 && <Typography color="text.secondary">{translate('record.none_related')}</Typography>}
      {data && data.length > 0 && (
        <ResourceContextProvider value={reference}>
          <ActionHost view={view}>
            <RelatedTable {...{ view, hasActions: actions, place, fields, records: data }} />
          </ActionHost>
        </ResourceContextProvider>
      )}
    </RecordCard>
  );
}
