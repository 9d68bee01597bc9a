import {
  Link as MuiLink,
  Skeleton,
  Stack,
  Typography,
  Box,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { useRef, type ReactNode } from 'react';
import { ResourceContextProvider, RecordContextProvider } from 'react-admin';
import {
  type Field,
  fieldLabel,
  formatCount,
  type Label,
  plainText,
  recordName,
  type RelatedList,
  resolveLabel,
} from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { Link } from '../ui/router/Link.tsx';
import { ActionHost } from '../actions/ActionHost.tsx';
import { Column, columnsIn } from '../list/Column.ts';
import { CutOffCells } from '../list/table/CutOffCells.tsx';
import { SumsOf } from '../list/SummaryStrip.tsx';
import { cutOff } from '../list/tableStyles.ts';
import { listPath } from '../resourcePlaces.ts';
import { errorText } from '../ui/FailureAlert.tsx';
import { type ResourceView, recordPath } from '../ResourceView.ts';
import { RecordCard } from './RecordCard.tsx';
import { NewRelated } from './NewRelated.tsx';
import { IN_HISTORY, type OwnRelated, RELATED_SHOWN, useListedRelated, useOwnRelated } from './useRelated.ts';
import { useShownRecord } from './useShownRecord.ts';
import { fieldTypeOf } from '../fields/fieldTypes.ts';
import { formatFieldAlone } from '../fields/formatField.ts';
import { NoValue } from '../fields/NoValue.tsx';
import { renderField } from '../fields/renderField.tsx';
import { RowActions } from '../actions/ActionButton.tsx';
import { hasRowActions } from '../actions/offeredActions.ts';
import { scrollShades } from '../ui/scrollShades.ts';
import { visuallyHidden } from '../ui/visuallyHidden.ts';
import { valueLink } from './FieldRow.tsx';
import { useResourceFormat } from '../useResourceFormat.ts';
import { useIsViewLoading } from '../useResourceView.ts';

/** Types of fields whose width is limited. */
const TEXTS: readonly Field['type'][] = ['text', 'longtext', 'reference', 'references'];
/** Maximum number of columns that fit on a card. */
const COLUMNS = 5;

const scrolling = { ...scrollShades, overflowX: 'auto', mx: -1 } as const;

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

interface RelatedTableProps {
  view: ResourceView;
  /** True to show the actions on each record. */
  hasActions: boolean;
  fields: readonly Field[];
  records: readonly IdentifiedRecord[];
}

/** Table of a few records of another resource, with their actions. The first column links to the record. */
function RelatedTable({ view, hasActions, fields, records }: RelatedTableProps) {
  const { resource, title, basePath, canShow } = view;
  const context = useResourceFormat(resource.name, resource.fields, records);
  const acts = hasActions && hasRowActions(view);
  const table = useRef<HTMLTableElement>(null);
  return (
    // Focusable if nothing in it is, so that it can be scrolled with the keyboard.
    <Box {...(!canShow && { role: 'group', 'aria-label': title, tabIndex: 0 })} sx={scrolling}>
      <Table
        size="small"
        aria-label={title}
        ref={table}
        sx={{
          '& th, & td': { px: 1, whiteSpace: 'nowrap' },
          '& td[data-type]': { maxWidth: 200, ...cutOff },
          '& td > a': valueLink,
        }}
      >
        <TableHead>
          <TableRow>
            {fields.map((field) => (
              <TableCell key={field.source} align={fieldTypeOf(field).align}>
                {fieldLabel(field, context)}
              </TableCell>
            ))}
            {acts && (
              <TableCell>
                <Box component="span" sx={visuallyHidden}>
                  {context.translate('list.actions')}
                </Box>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {records.map((record) => (
            <RecordContextProvider key={record.id} value={record}>
              <TableRow sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
                {fields.map((field, index) => {
                  const isLink = index === 0 && canShow;
                  const text = formatFieldAlone(record, field, context);
                  const content = renderField(record, field, context, text, { isInLink: isLink });
                  return (
                    <TableCell
                      key={field.source}
                      align={fieldTypeOf(field).align}
                      data-type={TEXTS.includes(field.type) ? field.type : undefined}
                    >
                      {isLink ? (
                        <MuiLink component={Link} to={recordPath(basePath, record.id)}>
                          {content || recordName(record, resource, context.referenceName)}
                        </MuiLink>
                      ) : (
                        content || <NoValue />
                      )}
                    </TableCell>
                  );
                })}
                {acts && (
                  <TableCell align="right">
                    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
                      <RowActions view={view} record={record} inList />
                    </Stack>
                  </TableCell>
                )}
              </TableRow>
            </RecordContextProvider>
          ))}
        </TableBody>
      </Table>
      <CutOffCells table={table} rows={records} />
    </Box>
  );
}
