import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import type { DeclaredDataProvider } from '../DeclaredDataProvider.ts';
import { FormatContextProvider, useFormatContext, type FormatContext } from '../ui/FormatContext.ts';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { errorText } from '../ui/FailureAlert.tsx';
import { type FindResourcePlace, useFindPlace } from '../resourcePlaces.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { Changes } from './Changes.tsx';
import { Happening, HistoryList } from './Happening.tsx';
import { momentEvents, WithRelatedEvents } from './Moments.tsx';
import { RecordCard } from './RecordCard.tsx';
import { permissionKey, type TimelineEntry } from '@merchant-console/protocol';
import {
  eventName,
  type Field,
  humanise,
  plainText,
  readInstant,
  resolveLabel,
  type Resource,
} from '@merchant-console/declaration';
import { formatInstant } from './formatInstant.ts';

/**
 * History of a record, newest first: who did what when, and what it changed. It includes the declared moments that the
 * audit log doesn't have, such as the creation of a record by another tenant.
 */
export function Timeline({ view: { resource }, record }: { view: ResourceView; record: IdentifiedRecord }) {
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const { translate } = useFormatContext();
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'timeline', record.id],
    queryFn: ({ signal }) => dataProvider.getTimeline(resource.name, { id: record.id, signal }),
  });
  const values = useMemo(
    () =>
      (data ?? []).flatMap(({ changes }) =>
        changes.flatMap(({ source, before, after }) => [{ [source]: before }, { [source]: after }]),
      ),
    [data],
  );
  const context = useResourceFormat(resource.name, resource.fields, values);
  const findPlace = useFindPlace();
  const parts = useMemo(() => partsOf(resource, findPlace), [resource, findPlace]);
  const untold = resource.show.moments.filter(({ field: { source } }) => !isLogged(data ?? [], source, record[source]));
  const events = [
    ...(data ?? []).map((entry) => ({
      key: entry.id,
      time: Date.parse(entry.at),
      shown: <TimelineItem entry={entry} resource={resource} parts={parts} record={record} />,
    })),
    ...momentEvents(untold, record, context),
  ];
  return (
    <FormatContextProvider value={context}>
      <RecordCard title={translate('timeline.title')}>
        {!data && !error && <Skeleton height={96} />}
        {!data && error && (
          <Box role="alert">
            <Typography color="text.secondary">{errorText(error, translate)}</Typography>
            <Button size="small" onClick={() => void refetch()}>
              {translate('list.retry')}
            </Button>
          </Box>
        )}
        {data && (
          <WithRelatedEvents related={resource.show.related}>
            {(others) =>
              events.length + others.length === 0 ? (
                <Typography color="text.secondary">{translate('timeline.empty')}</Typography>
              ) : (
                <HistoryList events={[...events, ...others]} />
              )
            }
          </WithRelatedEvents>
        )}
      </RecordCard>
    </FormatContextProvider>
  );
}

/** True if the log has an entry of that time, or one that set the field to it. */
function isLogged(entries: readonly TimelineEntry[], source: string, value: unknown): boolean {
  const time = readInstant(value)?.getTime();
  const sets = (change: TimelineEntry['changes'][number]) =>
    change.source === source && readInstant(change.after)?.getTime() === time;
  return time !== undefined && entries.some(({ at, changes }) => Date.parse(at) === time || changes.some(sets));
}

/** Fields of related records that the history shows, if the user may list those records. */
function partsOf({ fields, show }: Resource, findPlace: FindResourcePlace): Field[] {
  const own = new Set(fields.map(({ source }) => source));
  return show.related.flatMap(({ reference, timeline }) =>
    findPlace(reference)?.permissions.includes(permissionKey(reference, 'list'))
      ? timeline.flatMap((source): Field[] => (own.has(source) ? [] : [{ source, type: 'text' }]))
      : [],
  );
}

/** Maximum number of changes shown. More are collapsed. */
const SHOWN_AT_ONCE = 6;

interface TimelineItemProps {
  entry: TimelineEntry;
  /** Limited to what the user may see. */
  resource: Resource;
  /** Fields of records that belong to this one. */
  parts: readonly Field[];
  record: IdentifiedRecord;
}

/** An event in a record's history, from an audit entry. It may concern a part of the record, such as a row of a batch. */
function TimelineItem({ entry, resource, parts, record }: TimelineItemProps) {
  const context = useFormatContext();
  const { translate } = context;
  return (
    <Happening
      what={nameOf(entry.action, resource, context)}
      aside={[[entry.actor ?? translate('timeline.system'), formatInstant(entry.at, context)].join(' · ')]}
    >
      <Changes changes={partChanges(entry.changes, parts)} fields={parts} record={record} withUnchanged />
      <Changes changes={entry.changes} fields={resource.fields} record={record} most={SHOWN_AT_ONCE} />
    </Happening>
  );
}

/** Changes of a part, without empty values. A removed part has its previous values on both sides. */
function partChanges(changes: TimelineEntry['changes'], parts: readonly Field[]): TimelineEntry['changes'] {
  const sources = new Set(parts.map(({ source }) => source));
  const filled = changes.filter(
    ({ source, before, after }) => sources.has(source) && [before, after].some((value) => plainText(value) !== ''),
  );
  const isRemoved = filled.every(({ after }) => after === null);
  return isRemoved ? filled.map((change) => ({ ...change, after: change.before })) : filled;
}

/**
 * Name of an action: `create` and the like, or a declared action such as `suppliers.disable`, with its declared label.
 */
function nameOf(action: string, { name, actions }: Resource, { language, translate }: FormatContext): string {
  const key = action.slice(action.lastIndexOf('.') + 1);
  const label = actions.find((one) => one.key === key)?.label;
  if (label === undefined) return eventName(key, { translate });
  const own = `resources.${name}.actions.${key}`;
  if (label === own) return eventName(key, { translate }, translate(own, { _: humanise(key) }));
  return resolveLabel(label, language, translate);
}
