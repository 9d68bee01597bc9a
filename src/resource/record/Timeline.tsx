import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { FormatContextProvider, useFormatContext, type FormatContext } from '#console/ui/FormatContext.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { useResourceFormat } from '../useResourceFormat.ts';
import { RecordCard } from './RecordCard.tsx';
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { Resource, Moment } from '#shared/declaration/resource.ts';
import { eventName } from '#shared/format/eventName.ts';
import { humanise } from '#shared/format/humanise.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { formatInstant } from './formatInstant.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { formatFieldAlone } from '#console/fields/formatField.ts';
import { NoValue } from '#console/fields/NoValue.tsx';
import { holds } from '#shared/declaration/predicate.ts';
import { readInstant } from '#shared/format/readInstant.ts';
import { useShownRecord } from './useShownRecord.ts';

interface TimelineProps {
  view: ResourceView;
  record: IdentifiedRecord;
}

/** What has been done with a record: who, when, and what it has changed. */
export function Timeline({ view: { resource }, record }: TimelineProps) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
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
  return (
    <FormatContextProvider value={context}>
      <RecordCard title={translate('timeline.title')}>
        {data?.length === 0 && <Typography color="text.secondary">{translate('timeline.empty')}</Typography>}
        {!data && !error && <Skeleton height={96} />}
        {!data && error && (
          <Box role="alert">
            <Typography color="text.secondary">{errorText(error, translate)}</Typography>
            <Button size="small" onClick={() => void refetch()}>
              {translate('list.retry')}
            </Button>
          </Box>
        )}
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data?.map((entry) => (
            <TimelineItem key={entry.id} entry={entry} resource={resource} fields={resource.fields} />
          ))}
        </Box>
      </RecordCard>
    </FormatContextProvider>
  );
}

interface TimelineItemProps {
  entry: TimelineEntry;
  resource: Resource;
  /** Those that the user may see. */
  fields: readonly Field[];
}

/** One event in the life of a record, as its audit record tells. */
function TimelineItem({ entry, resource, fields }: TimelineItemProps) {
  const context = useFormatContext();
  const { translate } = context;
  return (
    <Happening
      what={nameOf(entry.action, resource, context)}
      aside={[entry.actor ?? translate('timeline.system'), formatInstant(entry.at, context)].join(' · ')}
    >
      <TimelineChanges changes={entry.changes} fields={fields} />
    </Happening>
  );
}

/** `create`, or `suppliers.disable` by the label that the file gives that action. */
function nameOf(action: string, { name, actions }: Resource, { language, translate }: FormatContext): string {
  const key = action.slice(action.lastIndexOf('.') + 1);
  const label = actions.find((one) => one.key === key)?.label;
  if (label === undefined) return eventName(key, { translate });
  const own = `resources.${name}.actions.${key}`;
  if (label === own) return eventName(key, { translate }, translate(own, { _: humanise(key) }));
  return resolveLabel(label, language, translate);
}

/** More than these are shown on demand. */
const SHOWN_AT_ONCE = 6;

interface TimelineChangesProps {
  changes: TimelineEntry['changes'];
  /** Those that the user may see, in the order in which they are shown. */
  fields: readonly Field[];
}

/** What an event has changed, from what to what; of a new record what it began with. */
function TimelineChanges({ changes, fields }: TimelineChangesProps) {
  const context = useFormatContext();
  const { translate } = context;
  const isBeginning = changes.every(({ before }) => before === null || before === undefined);
  const lines = fields.flatMap((field) => {
    const change = changes.find(({ source }) => source === field.source);
    if (!change) return [];
    const show = (value: unknown) => formatFieldAlone({ [field.source]: value }, field, context);
    const line = { field, before: show(change.before), after: show(change.after) };
    return line.before === line.after ? [] : [line];
  });
  if (lines.length === 0) return null;
  const list = (
    <Box component="ul" sx={{ m: 0, mt: 0.25, p: 0, listStyle: 'none', fontSize: '0.8125rem' }}>
      {lines.map(({ field, before, after }) => (
        <Box key={field.source} component="li" sx={{ overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>{`${fieldLabel(field, context)}: `}</Box>
          {!isBeginning && (
            <>
              {before || <NoValue />}
              <span aria-label={translate('timeline.becomes')} role="img">
                {' → '}
              </span>
            </>
          )}
          {after || <NoValue />}
        </Box>
      ))}
    </Box>
  );
  if (lines.length <= SHOWN_AT_ONCE) return list;
  return (
    <details>
      <Box component="summary" sx={{ cursor: 'pointer', fontSize: '0.8125rem', color: 'text.secondary' }}>
        {translate('timeline.fields', { smart_count: lines.length })}
      </Box>
      {list}
    </details>
  );
}

const item = {
  position: 'relative',
  pl: 2.5,
  pb: 1.5,
  // A dot for each event, and the line that joins them.
  '&::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: 7,
    width: 7,
    height: 7,
    borderRadius: '50%',
    backgroundColor: 'text.disabled',
  },
  '&:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: 3,
    top: 18,
    bottom: -3,
    borderLeft: 1,
    borderColor: 'divider',
  },
} as const;

interface HappeningProps {
  what: string;
  /** When, and who has done it. */
  aside: string;
  /** What it has changed. */
  children?: ReactNode;
}

/** One event in the life of a record. */
function Happening({ what, aside, children }: HappeningProps) {
  return (
    <Box component="li" sx={item}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}>
        <Typography component="span" sx={{ fontWeight: 500 }}>
          {what}
        </Typography>
        <Typography component="span" variant="body2" color="text.secondary">
          {aside}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}

/** What happened to a record, the newest first, as its own times tell. */
export function Moments({ moments }: { moments: readonly Moment[] }) {
  const record = useShownRecord();
  const context = useFormatContext();
  const { language, translate } = context;
  const happened = moments
    .flatMap(({ field, label, when }) => {
      const instant = readInstant(record[field.source]);
      if (!instant || (when && !holds(when, record))) return [];
      const text = label === null ? fieldLabel(field, context) : resolveLabel(label, language, translate);
      return [{ text, time: instant.getTime(), at: formatInstant(record[field.source], context) }];
    })
    .toSorted((one, other) => other.time - one.time);
  if (happened.length === 0) return null;
  return (
    <RecordCard title={translate('timeline.title')}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {happened.map(({ text, at }) => (
          <Happening key={text} what={text} aside={at} />
        ))}
      </Box>
    </RecordCard>
  );
}
