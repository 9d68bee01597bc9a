import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { FormatContextProvider, useFormatContext } from '#console/ui/FormatContext.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { errorText } from '#console/ui/errorText.ts';
import { useResourceFormat } from '../useResourceFormat.ts';
import { RecordCard } from './RecordCard.tsx';
import { TimelineItem } from './TimelineItem.tsx';

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
