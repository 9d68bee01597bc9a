import { Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import {
  fieldLabel,
  holds,
  type Moment,
  plainText,
  readInstant,
  recordName,
  type RelatedList,
  resolveLabel,
  toMoment,
  namingReferences,
} from '@merchant-console/declaration';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from '../fields/formatField.ts';
import { useFormatContext, type FormatContext } from '../ui/FormatContext.ts';
import { Link } from '../ui/router/Link.tsx';
import { recordPath, type ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { formatInstant } from './formatInstant.ts';
import { Happening, HistoryList, type HistoryEvent } from './Happening.tsx';
import { headAmount } from './RecordHeading.tsx';
import { RecordCard } from './RecordCard.tsx';
import { IN_HISTORY, type OwnRelated, useListedRelated, useOwnRelated } from './useRelated.ts';
import { useShownRecord } from './useShownRecord.ts';

interface MomentsProps {
  moments: readonly Moment[];
  /** Lists of records whose events belong to the history, too. */
  related?: readonly RelatedList[];
}

/** History of a record without an audit log: the events in its own time fields and those of related records. */
export function Moments({ moments, related = NONE }: MomentsProps) {
  const record = useShownRecord();
  const context = useFormatContext();
  const own = momentEvents(moments, record, context);
  return (
    <WithRelatedEvents related={related}>
      {(others) =>
        own.length + others.length > 0 && (
          <RecordCard title={context.translate('timeline.title')}>
            <HistoryList events={[...own, ...others]} />
          </RecordCard>
        )
      }
    </WithRelatedEvents>
  );
}

const NONE: readonly RelatedList[] = [];

/** @param about what the events concern, if not the shown record */
export function momentEvents(
  moments: readonly Moment[],
  record: IdentifiedRecord,
  context: FormatContext,
  about: readonly ReactNode[] = [],
): HistoryEvent[] {
  const { language, translate } = context;
  return moments.flatMap(({ field, label, when, by }) => {
    const instant = readInstant(record[field.source]);
    if (!instant || (when && !holds(when, record))) return [];
    const what = label === null ? fieldLabel(field, context) : resolveLabel(label, language, translate);
    const person = by && context.referenceName(by.reference, plainText(record[by.source]));
    const aside = [...about, [person, formatInstant(record[field.source], context)].filter(Boolean).join(' · ')];
    return [{ key: `${record.id} ${what}`, time: instant.getTime(), shown: <Happening what={what} aside={aside} /> }];
  });
}

interface WithRelatedEventsProps {
  related: readonly RelatedList[];
  children(events: readonly HistoryEvent[]): ReactNode;
}

/** Renders with the events of related records, which the user may list. */
export function WithRelatedEvents({ related, children }: WithRelatedEventsProps) {
  const [first, ...rest] = related.filter(({ moments }) => moments.length > 0);
  if (!first) return children([]);
  return (
    <EventsOf related={first}>
      {(own) => <WithRelatedEvents related={rest}>{(others) => children([...own, ...others])}</WithRelatedEvents>}
    </EventsOf>
  );
}

interface EventsOfProps extends Pick<WithRelatedEventsProps, 'children'> {
  related: RelatedList;
}

function EventsOf({ related, children }: EventsOfProps) {
  const own = useOwnRelated(related);
  if (!own) return children([]);
  return (
    <ListedEvents related={related} own={own}>
      {children}
    </ListedEvents>
  );
}

function ListedEvents({ related, own, children }: EventsOfProps & { own: OwnRelated }) {
  const { resource, basePath, canShow } = own.view;
  const { data = [] } = useListedRelated(related, own, IN_HISTORY);
  const moments = related.moments.flatMap((moment) => visibleMoment(moment, resource.fields));
  const people = moments.flatMap(({ by }) => by ?? []);
  const context = useResourceFormat(resource.name, [...people, ...namingReferences(resource)], data);
  const events = data.flatMap((record) => {
    const name = recordName(record, resource, context.referenceName);
    const amount = headAmount(resource.list, record);
    const link = canShow ? (
      <MuiLink component={Link} to={recordPath(basePath, record.id)} color="inherit">
        {name}
      </MuiLink>
    ) : (
      name
    );
    return momentEvents(moments, record, context, [
      link,
      ...(amount ? [formatFieldAlone(record, amount, context)] : []),
    ]);
  });
  return children(events);
}

/** The event, if the user may see its time. */
function visibleMoment(
  { by, ...moment }: RelatedList['moments'][number],
  fields: ResourceView['resource']['fields'],
): Moment[] {
  const find = (source: string) => fields.find((field) => field.source === source);
  const [field, person] = [find(moment.source), by === undefined ? undefined : find(by)];
  if (!field) return [];
  return [toMoment({ ...moment, ...(person && { by: person.source }) }, (source) => find(source) ?? field)];
}
