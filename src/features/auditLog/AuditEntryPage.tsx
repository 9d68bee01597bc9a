import { Skeleton, Typography } from '@mui/material';
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { useMemo } from 'react';
import { useGetOne } from 'react-admin';
import type { TimelineEntry } from '@merchant-console/protocol';
import { eventName, type Field, visibleTo, plainText } from '@merchant-console/declaration';
import { resourceName } from '#shared/format/resourceName.ts';
import {
  Changes,
  DeclaredRecord,
  type FieldRecord,
  type FormatContext,
  FormatContextProvider,
  type IdentifiedRecord,
  type ResourcePlace,
  type ResourceView,
  useDeclaration,
  useFormatContext,
  useResourceFormat,
  useResourcePlace,
} from '@merchant-console/ra-declared';
import { useShownRecord } from '@merchant-console/ra-declared/internal';

/** The record page of an audit log entry, titled by who did what, like its row in the list. */
export function AuditEntryPage({ view, id }: { view: ResourceView; id: string }) {
  return <DeclaredRecord view={view} id={id} nameOf={entryName} />;
}

function entryName(entry: FieldRecord, context: FormatContext): string {
  const resource = plainText(entry['resource']);
  return [
    plainText(entry['actor_name']),
    eventName(plainText(entry['action']), context),
    resource === '' ? '' : resourceName(resource, context.translate),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

type Change = TimelineEntry['changes'][number];

/** Values before and after an audit log entry, with the record page's labels and formats. */
export function AuditChanges() {
  const entry = useShownRecord();
  const { translate } = useFormatContext();
  const resource = plainText(entry['resource']);
  const place = useResourcePlace(resource);
  const before = sideOf(entry['before']);
  // For a deleted record, its last values.
  const after = entry['after'] === null ? before : sideOf(entry['after']);
  if (Object.keys({ ...before, ...after }).length === 0) {
    return <Typography color="text.secondary">{translate('auditLog.no_changes')}</Typography>;
  }
  const props = { resource, id: plainText(entry['record_id']), before, after };
  return place ? <DeclaredChanges {...props} place={place} /> : <FormattedChanges {...props} fields={NO_FIELDS} />;
}

const NO_FIELDS: readonly Field[] = [];

interface ChangesOfProps {
  resource: string;
  id: string;
  before: FieldRecord;
  after: FieldRecord;
}

/** Changes of a record whose list the user may open. */
function DeclaredChanges({ place, ...props }: ChangesOfProps & { place: ResourcePlace }) {
  const { data, isPending } = useDeclaration(props.resource);
  const fields = useMemo(
    () => (data ? visibleTo(new Set(place.permissions), data).fields : NO_FIELDS),
    [data, place.permissions],
  );
  return isPending ? <Skeleton height={48} /> : <FormattedChanges {...props} fields={fields} />;
}

/** @param fields the record's fields; the format of other values is guessed from the values */
function FormattedChanges({ resource, id, before, after, fields }: ChangesOfProps & { fields: readonly Field[] }) {
  const changes = changesOf(before, after);
  const known = { ...before, ...after };
  const needsCurrency = fields.some(
    ({ source, ...field }) =>
      source in known && field.type === 'money' && field.currency !== undefined && !(field.currency in known),
  );
  const { data: record, isLoading } = useGetOne<IdentifiedRecord>(
    resource,
    { id },
    { enabled: needsCurrency && id !== '', retry: false },
  );
  const values = { ...record, ...known };
  const shown = [
    ...fields.filter(({ type }) => type !== 'secret').map((field) => inKnownCurrency(field, values)),
    ...others(changes, fields),
  ];
  const context = useResourceFormat(resource, shown, [before, after]);
  if (isLoading) return <Skeleton height={48} />;
  return (
    <FormatContextProvider value={context}>
      <Changes changes={changes} fields={shown} withUnchanged record={values} />
    </FormatContextProvider>
  );
}

function sideOf(value: unknown): FieldRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function changesOf(before: FieldRecord, after: FieldRecord): Change[] {
  const sources = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...sources].map((source) => ({ source, before: before[source], after: after[source] }));
}

/**
 * An amount whose currency is unknown, because the record can't be read, is in the currency that the entry names. If it
 * names none, the stored number is shown as it is.
 */
function inKnownCurrency(field: Field, values: FieldRecord): Field {
  if (field.type !== 'money' || field.currency === undefined || plainText(values[field.currency]) !== '') return field;
  const named = Object.keys(values).find((source) => /(^|_)currency$/.test(source) && plainText(values[source]) !== '');
  if (named !== undefined) return { ...field, currency: named };
  return { source: field.source, type: 'text', ...(field.label !== undefined && { label: field.label }) };
}

/** Fields for the parts of an entry that the declaration doesn't have. */
function others(changes: readonly Change[], fields: readonly Field[]): Field[] {
  const known = new Set(fields.map(({ source }) => source));
  return changes.flatMap(({ source, before, after }) =>
    known.has(source) ? [] : [fieldLike(source, after ?? before)],
  );
}

function fieldLike(source: string, value: unknown): Field {
  if (typeof value === 'boolean') return { source, type: 'boolean' };
  if (typeof value === 'object' && value !== null) return { source, type: 'json' };
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && isValid(parseISO(value)))
    return { source, type: 'datetime' };
  return { source, type: 'text' };
}
