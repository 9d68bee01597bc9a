import LockIcon from '@mui/icons-material/LockOutlined';
import { Box, Stack, Typography } from '@mui/material';
import { useEffect, useState, type ReactNode } from 'react';
import { EditBase, EditContextProvider, HttpError, useEditContext, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { fieldsOf, recordName, namingReferences } from '@merchant-console/declaration';
import { retryLostConnection } from '../queries.ts';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { FormatContextProvider, useFormatContext } from '../ui/FormatContext.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useListPath } from '../list/rememberedSearch.ts';
import { BackLink } from '../record/BackLink.tsx';
import { RecordSkeleton } from '../record/RecordSkeleton.tsx';
import { useRecordTitle } from '../recordTitle.ts';
import { waitsForOthers } from '../pendingChange.ts';
import { recordPath, type RecordPageProps, type ResourceView } from '../ResourceView.ts';
import { DeclaredForm } from './DeclaredForm.tsx';
import { useGroupsIn } from './FormGroup.tsx';
import { useOutcome, useSave } from './useSave.ts';
import { FieldRow } from '../record/FieldRow.tsx';
import { useResourceFormat } from '../useResourceFormat.ts';

interface EditRecordProps extends RecordPageProps {
  /** A `FormGroup` for each group. Default: the declared ones. */
  children?: ReactNode;
}

/** Form for an existing record. It always starts from the server's current version. */
export function EditRecord({ view: declared, id, children }: EditRecordProps) {
  const view = useGroupsIn(declared, children);
  const [isOpened, setOpened] = useState(false);
  const { outcome, mutationOptions } = useOutcome();
  const queryOptions = {
    // When the page is shown again behind another, it keeps the version that it started from.
    refetchOnMount: isOpened ? false : ('always' as const),
    retry: retryLostConnection,
    // The page shows the error, so react-admin must not show a message and go to the list.
    onError: () => {},
  };
  return (
    <EditBase
      resource={view.resource.name}
      id={id}
      mutationMode="pessimistic"
      mutationOptions={mutationOptions}
      // The menu has already checked who may edit it.
      disableAuthentication
      queryOptions={queryOptions}
    >
      <EditContent view={view} outcome={outcome} wasOpened={isOpened} onOpened={() => setOpened(true)} />
    </EditBase>
  );
}

interface EditContentProps extends Omit<OpenedRecordProps, 'record' | 'name'> {
  wasOpened: boolean;
  onOpened(): void;
}

function EditContent({ view, outcome, wasOpened, onOpened }: EditContentProps) {
  const { resource, basePath, title } = view;
  const { record, error, isFetching, refetch } = useEditContext<IdentifiedRecord>();
  const isOpened = wasOpened || (record !== undefined && !isFetching);
  const isNew = isOpened && !wasOpened;
  useEffect(() => {
    if (isNew) onOpened();
  }, [isNew, onOpened]);
  const { referenceName } = useResourceFormat(resource.name, namingReferences(resource), record ? [record] : []);
  const name = record ? recordName(record, resource, referenceName) : null;
  useRecordTitle(name);
  const content = () => {
    if (error instanceof HttpError && error.status === 404) return <NotFound what="record" />;
    if (error && !record && !isFetching)
      return <LoadFailure isPage title="record.load_error_title" error={error} onRetry={refetch} />;
    if (!record || !isOpened) return <RecordSkeleton resource={resource} title={title} />;
    return <OpenedRecord view={view} record={record} name={name ?? ''} outcome={outcome} />;
  };
  return (
    <Stack aria-busy={!isOpened && isFetching} sx={{ gap: 2, minWidth: 0 }}>
      <BackLink basePath={basePath} title={title} />
      {content()}
    </Stack>
  );
}

interface OpenedRecordProps extends Pick<ReturnType<typeof useOutcome>, 'outcome'> {
  /** The record's name. */
  name: string;
  view: ResourceView;
  record: IdentifiedRecord;
}

/**
 * Provides the record as it was opened, in the EditContext too. Later fetches don't overwrite input, and another user's
 * change is reported when the form is saved.
 */
function OpenedRecord({ view, record, name, outcome }: OpenedRecordProps) {
  const controller = useEditContext<IdentifiedRecord>();
  const { resource, basePath, canShow } = view;
  const { translate } = useFormatContext();
  const navigate = useNavigate();
  const notify = useNotify();
  const listPath = useListPath(basePath);
  const afterwards = canShow ? recordPath(basePath, record.id) : listPath;
  const [isEditable] = useState(() => view.canEditRecord(record));
  const saving = useSave({
    resource,
    record,
    send: controller.save,
    outcome,
    onSaved(saved) {
      if (waitsForOthers(saved, record)) notify('form.pending_change', { type: 'info' });
      else if (saved !== saving.base)
        notify('ra.notification.updated', { type: 'success', messageArgs: { smart_count: 1 } });
      void navigate(afterwards, { replace: true });
    },
  });
  const leave = () => void navigate(afterwards);
  if (!isEditable) return <NotEditable view={view} record={record} onLeave={leave} />;
  return (
    <EditContextProvider value={{ ...controller, ...READY, record: saving.base ?? record, save: saving.save }}>
      <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
        {translate('form.edit_title', { name })}
      </Typography>
      <DeclaredForm view={view} saving={saving} onCancel={leave} />
    </EditContextProvider>
  );
}

const READY = { isPending: false, error: null } as const;

interface NotEditableProps {
  view: ResourceView;
  record: IdentifiedRecord;
  onLeave(): void;
}

/**
 * Shown in place of the form if the declaration's `when` forbids editing the record, with the fields that decide it.
 */
function NotEditable({ view: { resource, canShow }, record, onLeave }: NotEditableProps) {
  const context = useResourceFormat(resource.name, resource.fields, [record]);
  const { translate } = context;
  const asked = resource.when.edit === null ? [] : fieldsOf(resource.when.edit).map(({ source }) => source);
  const deciding = resource.fields.filter((field) => asked.includes(field.source));
  return (
    <FormatContextProvider value={context}>
      <Notice
        isPage
        role="alert"
        icon={<LockIcon />}
        title={translate('form.not_editable_title', { name: recordName(record, resource, context.referenceName) })}
        text={translate('form.not_editable')}
        action={{ label: translate(canShow ? 'form.to_record' : 'record.back_to_list'), onClick: onLeave }}
      >
        <Box component="dl" sx={{ m: 0, mt: 1, width: 1, maxWidth: 360 }}>
          {deciding.map((field) => (
            <FieldRow key={field.source} align="right" field={field} record={record} />
          ))}
        </Box>
      </Notice>
    </FormatContextProvider>
  );
}
