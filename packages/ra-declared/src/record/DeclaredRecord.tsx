import { Box, Stack } from '@mui/material';
import type { Query } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { HttpError, ShowBase, useShowContext } from 'react-admin';
import { retryLostConnection } from '../queries.ts';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { FormatContextProvider, type FormatContext } from '../ui/FormatContext.ts';
import { useNamedComponents, useLoaded } from '../fields/NamedComponents.ts';
import { childrenIn, hasRecordOnly, recordName, type Resource } from '@merchant-console/declaration';
import { useRecordTitle } from '../recordTitle.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { BackLink } from './BackLink.tsx';
import { cardGrid, RecordSkeleton, useGroups } from './RecordSkeleton.tsx';
import { GroupCard } from './GroupCard.tsx';
import { Moments } from './Moments.tsx';
import { Timeline } from './Timeline.tsx';
import { RecordHeading } from './RecordHeading.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { RecordLines } from './RecordLines.tsx';
import { DeclaredRelated } from './RelatedRecords.tsx';

interface DeclaredRecordProps {
  view: ResourceView;
  id: string;
  /** False if there is no list to return to. */
  hasList?: boolean;
  /** Returns the record's name in titles, in place of its declared representation. */
  nameOf?: (record: IdentifiedRecord, context: FormatContext) => string;
  /** Replaces the page's declared content, including its heading. */
  children?: ReactNode;
}

/** Page of one record of a declared resource, in its declared groups. */
export function DeclaredRecord({ id, ...props }: DeclaredRecordProps) {
  return (
    <ShowBase
      resource={props.view.resource.name}
      id={id}
      // The menu has already checked who may see it.
      disableAuthentication
      queryOptions={hasRecordOnly(props.view.resource) ? wholeQuery(props.view.resource) : quietQuery}
    >
      <RecordContent {...props} />
    </ShowBase>
  );
}

/** The page shows the error, so react-admin must not show a message and go to the list. */
const quietQuery = { retry: retryLostConnection, onError: () => {} };

/**
 * Refetches if react-admin uses a list's row as the record, because it lacks fields that only the record's own response
 * has.
 */
const wholeQuery = ({ fields }: Resource) => {
  const own = fields.filter(({ recordOnly }) => recordOnly === true);
  return {
    ...quietQuery,
    refetchOnMount: ({ state: { data } }: Query<IdentifiedRecord>): 'always' | true =>
      own.every(({ source }) => data && source in data) || 'always',
  };
};

/** What follows a card that is loading appears after it, because the card's height would move it. */
const cards = { gap: 2, minWidth: 0, '& > [aria-busy=true] ~ *': { display: 'none' } };

function RecordContent({ view, hasList = true, nameOf, children }: Omit<DeclaredRecordProps, 'id'>) {
  const { resource, basePath, title } = view;
  const { record, error, isFetching, refetch } = useShowContext<IdentifiedRecord>();
  const { wide, steady, growing } = useGroups(resource.show.groups);
  const { group: find } = useNamedComponents();
  const areGroupsFetched = useLoaded(
    [...wide, ...steady].map(({ component }) => (component === undefined ? undefined : find(component))),
  );
  const records = useMemo(() => (record ? [record] : []), [record]);
  const context = useResourceFormat(resource.name, resource.fields, records);
  const name = record ? (nameOf?.(record, context) ?? recordName(record, resource, context.referenceName)) : null;
  // The only record is called what its page is.
  useRecordTitle(hasList ? name : null);
  const content = () => {
    if (error instanceof HttpError && error.status === 404) return <NotFound what="record" />;
    if (record && children !== undefined) return children;
    if (record && name !== null && areGroupsFetched) {
      return (
        <>
          <RecordHeading view={view} name={name} />
          {wide.map((group, index) => (
            <GroupCard key={index} view={view} group={group} isAlone />
          ))}
          <Box sx={steady.length === 1 ? {} : cardGrid}>
            {steady.map((group, index) => (
              <GroupCard key={index} view={view} group={group} isAlone={steady.length === 1} />
            ))}
          </Box>
          {childrenIn(resource.fields).map(({ source }) => (
            <RecordLines key={source} view={view} source={source} />
          ))}
          {!resource.show.timeline && <Moments moments={resource.show.moments} related={resource.show.related} />}
          {resource.show.related.map((related, index) => (
            <DeclaredRelated key={index} related={related} />
          ))}
          {resource.show.timeline && <Timeline view={view} record={record} />}
          {growing.map((group, index) => (
            <GroupCard key={index} view={view} group={group} isAlone />
          ))}
        </>
      );
    }
    if (error && !isFetching)
      return <LoadFailure isPage title="record.load_error_title" error={error} onRetry={refetch} />;
    return <RecordSkeleton resource={resource} title={title} />;
  };
  return (
    <FormatContextProvider value={context}>
      <Stack aria-busy={!record && isFetching} sx={cards}>
        {hasList && <BackLink basePath={basePath} title={title} />}
        {content()}
      </Stack>
    </FormatContextProvider>
  );
}
