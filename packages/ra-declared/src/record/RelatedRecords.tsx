import { Link as MuiLink, Skeleton, Stack, Typography, Box } from '@mui/material';
import type { ReactNode } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { formatCount, type Label, plainText, type RelatedList, resolveLabel } from '@merchant-console/declaration';
import { useFormatContext } from '../ui/FormatContext.ts';
import { Link } from '../ui/router/Link.tsx';
import { ActionHost } from '../actions/ActionHost.tsx';
import { Column, columnsIn } from '../list/Column.ts';
import { SumsOf } from '../list/SummaryStrip.tsx';
import { listPath } from '../resourcePlaces.ts';
import { errorText } from '../ui/FailureAlert.tsx';
import { RecordCard } from './RecordCard.tsx';
import { NewRelated } from './NewRelated.tsx';
import { RelatedTable } from './RelatedTable.tsx';
import { IN_HISTORY, type OwnRelated, RELATED_SHOWN, useListedRelated, useOwnRelated } from './useRelated.ts';
import { useShownRecord } from './useShownRecord.ts';
import { useIsViewLoading } from '../useResourceView.ts';

/** Maximum number of columns that fit on a card. */
const COLUMNS = 5;

interface RelatedRecordsProps {
  /** Resource of the records. */
  reference: string;
  /** Field of the records that refers to the shown one. */
  target: string;
  /** Field of the shown record that `target` equals. Default: `id`. */
  source?: string;
  /** Title of the card. Default: the title of the resource's page. */
  label?: Label | null;
  /** Order of the records. Default: that of the resource's list. */
  sort?: RelatedList['sort'];
  /** Condition on the records that the resource's list can filter by. */
  filter?: RelatedList['filter'];
  /** Fields of the list's summary whose sums are shown. */
  summary?: readonly string[];
  /** True to offer a button for a new record that belongs to the shown one. */
  new?: boolean;
  /** True to show each record's action buttons. */
  actions?: boolean;
  /** Number of records to fetch. The card shows the first 5, `Moments` the events of the first 20. */
  perPage?: number;
  /** A `Column` for each column. Default: the first columns of the resource's list. */
  children?: ReactNode;
}

/** Records of another resource that refer to the one shown. Renders nothing if the user may not list them. */
export function RelatedRecords({ source = 'id', ...props }: RelatedRecordsProps) {
  const own = useOwnRelated({ source, ...props });
  const isLoading = useIsViewLoading(props.reference);
  if (isLoading) return <div hidden aria-busy />;
  return own && <RelatedCard {...props} source={source} own={own} />;
}

/** The records of a declared list. */
export function DeclaredRelated({ related }: { related: RelatedList }) {
  const { columns, moments, timeline: _, ...props } = related;
  return (
    <RelatedRecords {...props} {...(moments.length > 0 && { perPage: IN_HISTORY })}>
      {columns?.map((source) => (
        <Column key={source} source={source} />
      ))}
    </RelatedRecords>
  );
}

interface RelatedCardProps extends RelatedRecordsProps {
  source: string;
  own: OwnRelated;
}

function RelatedCard({ own, children, ...related }: RelatedCardProps) {
  const { reference, target, source, label = null, actions = false, perPage = RELATED_SHOWN, summary = [] } = related;
  const { view, filter } = own;
  const id = plainText(useShownRecord()[source]);
  const { resource } = view;
  const { language, translate } = useFormatContext();
  const { data, total, error } = useListedRelated(related, own, perPage);
  const columns = columnsIn(children);
  const fields =
    columns.length > 0
      ? columns.flatMap((column) => resource.fields.find((field) => field.source === column) ?? [])
      : resource.list.columns.filter((field) => field.source !== target).slice(0, COLUMNS);
  const wanted = { [target]: id, ...filter };
  const sums = resource.list.summary.filter((field) => summary.includes(field.source));
  return (
    <RecordCard
      title={label === null ? view.title : resolveLabel(label, language, translate)}
      related={reference}
      isLoading={!data && !error}
      aside={
        <Stack direction="row" sx={{ alignItems: 'baseline', gap: 2 }}>
          {total !== undefined && total > 0 && (
            <MuiLink component={Link} to={listPath(view.basePath, wanted)} variant="body2">
              {translate('record.show_all', { count: formatCount(total) })}
            </MuiLink>
          )}
          {related.new && <NewRelated view={view} target={target} value={id} />}
        </Stack>
      }
    >
      {sums.length > 0 && (
        <Box sx={{ mb: 1 }}>
          <SumsOf resource={resource} filter={wanted} fields={sums} />
        </Box>
      )}
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
            <RelatedTable view={view} hasActions={actions} fields={fields} records={data.slice(0, RELATED_SHOWN)} />
          </ActionHost>
        </ResourceContextProvider>
      )}
    </RecordCard>
  );
}
