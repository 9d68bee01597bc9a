import { Box, Stack } from '@mui/material';
import { useMemo } from 'react';
import { HttpError, useGetOne } from 'react-admin';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { FormatContextProvider } from '#console/fieldTypes/FormatContext.ts';
import { recordName } from '#shared/format/recordName.ts';
import { useRecordTitle } from '../recordTitle.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { BackLink } from './BackLink.tsx';
import { cardGrid } from './cardGrid.ts';
import { GroupCard } from './GroupCard.tsx';
import { Moments } from './Moments.tsx';
import { RecordHeading } from './RecordHeading.tsx';
import { RecordMissing, RecordError } from './RecordNotice.tsx';
import { RecordSkeleton } from './RecordSkeleton.tsx';
import { RelatedRecords } from './RelatedRecords.tsx';
import { splitGroups } from './splitGroups.ts';
import { Timeline } from './Timeline.tsx';

interface DeclaredRecordProps {
  view: ResourceView;
  id: string;
  /** False where there is no list to go back to. */
  hasList?: boolean;
}

/** One record of a declared resource, in the groups that it declares. */
export function DeclaredRecord({ view, id, hasList = true }: DeclaredRecordProps) {
  const { resource, basePath, title } = view;
  const { steady, growing } = splitGroups(resource.show.groups);
  const { data: record, error, isFetching, refetch } = useGetOne<IdentifiedRecord>(resource.name, { id });
  const records = useMemo(() => (record ? [record] : []), [record]);
  const context = useResourceFormat(resource.name, resource.fields, records);
  useRecordTitle(record ? recordName(record, resource) : null);
  const content = () => {
    if (error instanceof HttpError && error.status === 404) return <RecordMissing />;
    if (record) {
      return (
        <>
          <RecordHeading view={view} record={record} />
          <Box sx={steady.length === 1 ? {} : cardGrid}>
            {steady.map((group, index) => (
              <GroupCard key={index} view={view} group={group} record={record} isAlone={steady.length === 1} />
            ))}
          </Box>
          {resource.show.related.map((related, index) => (
            <RelatedRecords key={index} related={related} id={record.id} />
          ))}
          {resource.show.moments.length > 0 && <Moments moments={resource.show.moments} record={record} />}
          {resource.show.timeline && <Timeline view={view} record={record} />}
          {growing.map((group, index) => (
            <GroupCard key={index} view={view} group={group} record={record} isAlone />
          ))}
        </>
      );
    }
    if (error && !isFetching) return <RecordError error={error} onRetry={() => void refetch()} />;
    return <RecordSkeleton resource={resource} title={title} />;
  };
  return (
    <FormatContextProvider value={context}>
      <Stack aria-busy={!record && isFetching} sx={{ gap: 2, minWidth: 0 }}>
        {hasList && <BackLink basePath={basePath} title={title} />}
        {content()}
      </Stack>
    </FormatContextProvider>
  );
}
