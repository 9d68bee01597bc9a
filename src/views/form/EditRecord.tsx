import { Stack, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { HttpError, useGetOne, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { recordName } from '#shared/format/recordName.ts';
import { useListPath } from '../list/rememberedSearch.ts';
import { BackLink } from '../record/BackLink.tsx';
import { RecordError, RecordMissing } from '../record/RecordNotice.tsx';
import { RecordSkeleton } from '../record/RecordSkeleton.tsx';
import { useRecordTitle } from '../recordTitle.ts';
import { recordPath, type ResourceView } from '../ResourceView.ts';
import { DeclaredForm } from './DeclaredForm.tsx';
import { NotEditable } from './NotEditable.tsx';

interface EditRecordProps {
  view: ResourceView;
  id: string;
}

/** The form of a record that is there, always begun from what the server has now. */
export function EditRecord({ view, id }: EditRecordProps) {
  const { resource, basePath, title, canShow } = view;
  const navigate = useNavigate();
  const notify = useNotify();
  const listPath = useListPath(basePath);
  const afterwards = canShow ? recordPath(basePath, id) : listPath;
  // A page that is shown again, after another, goes on with what it began from.
  const isOpened = useRef(false);
  const {
    data: record,
    error,
    isFetching,
    isFetchedAfterMount,
    refetch,
  } = useGetOne<IdentifiedRecord>(
    resource.name,
    { id },
    {
      refetchOnMount: () => (isOpened.current ? false : 'always'),
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );
  // After the query's own effect, which asks.
  useEffect(() => {
    isOpened.current = true;
  }, []);
  useRecordTitle(record ? recordName(record, resource) : null);
  const content = () => {
    if (error instanceof HttpError && error.status === 404) return <RecordMissing />;
    if (error && !record && !isFetching) return <RecordError error={error} onRetry={() => void refetch()} />;
    if (!record || !isFetchedAfterMount) return <RecordSkeleton resource={resource} title={title} />;
    const save = (saved: IdentifiedRecord) => {
      if (saved !== record) notify('ra.notification.updated', { type: 'success', messageArgs: { smart_count: 1 } });
      void navigate(afterwards, { replace: true });
    };
    return <OpenedRecord {...{ view, record }} onLeave={() => void navigate(afterwards)} onSaved={save} />;
  };
  return (
    <Stack aria-busy={!isFetchedAfterMount && isFetching} sx={{ gap: 2, minWidth: 0 }}>
      <BackLink basePath={basePath} title={title} />
      {content()}
    </Stack>
  );
}

interface OpenedRecordProps {
  view: ResourceView;
  record: IdentifiedRecord;
  onLeave(): void;
  onSaved(record: IdentifiedRecord): void;
}

/** Whether it can be edited is told when it is opened: a change meanwhile takes nothing away of what was typed. */
function OpenedRecord({ view, record, onLeave, onSaved }: OpenedRecordProps) {
  const { translate } = useFormatContext();
  const [isEditable] = useState(() => view.canEditRecord(record));
  if (!isEditable) return <NotEditable {...{ view, record, onLeave }} />;
  return (
    <>
      <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
        {translate('form.edit_title', { name: recordName(record, view.resource) })}
      </Typography>
      <DeclaredForm {...{ view, record, onSaved }} onCancel={onLeave} />
    </>
  );
}
