import { Stack, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { CreateBase, CreateContextProvider, HttpError, useCreateContext, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { FieldRecord, IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { useListPath } from '../list/rememberedSearch.ts';
import { BackLink } from '../record/BackLink.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { useTaskTitle } from '../recordTitle.ts';
import { waitsForOthers } from '../pendingChange.ts';
import { recordPath, type ResourceView } from '../ResourceView.ts';
import { DeclaredForm } from './DeclaredForm.tsx';
import { CopyOf, OriginalGuard, useAskedOriginal, useOriginal } from './duplicates.tsx';
import { useGroupsIn } from './FormGroup.tsx';
import { useOutcome, useSave } from './useSave.ts';

interface CreateRecordProps {
  view: ResourceView;
  /** Initial values in addition to the declaration's defaults. */
  initial?: FieldRecord;
  /** A `FormGroup` for each group. Default: the declared ones. */
  children?: ReactNode;
}

/** Form for a new record, empty or with the values of the one in the address. The record opens after it is saved. */
export function CreateRecord({ children, ...props }: CreateRecordProps) {
  const view = useGroupsIn(props.view, children);
  const asked = useAskedOriginal(view);
  const [shown, setShown] = useState(asked);
  const guard = <OriginalGuard asked={asked} shown={shown} onTake={setShown} />;
  if (shown === null) return <NewRecord {...props} key="new" view={view} original={null} guard={guard} />;
  return <CopiedRecord {...props} key={`copy ${shown}`} id={shown} view={view} guard={guard} />;
}

interface NewRecordProps extends CreateRecordProps {
  /** The record that is duplicated, if one is. */
  original: IdentifiedRecord | null;
  guard: ReactNode;
}

function CopiedRecord({ id, ...props }: Omit<NewRecordProps, 'original'> & { id: string }) {
  const { resource, title } = props.view;
  const { original, error, refetch } = useOriginal(resource, id);
  if (original) return <NewRecord {...props} original={original} />;
  if (error instanceof HttpError && error.status === 404) return <NotFound what="record" />;
  if (error) return <LoadFailure isPage title="record.load_error_title" error={error} onRetry={refetch} />;
  return <PageSkeleton title={title} />;
}

function NewRecord(props: NewRecordProps) {
  const { outcome, mutationOptions } = useOutcome();
  return (
    // The menu has already checked who may create records.
    <CreateBase resource={props.view.resource.name} disableAuthentication mutationOptions={mutationOptions}>
      <CreateContent {...props} outcome={outcome} />
    </CreateBase>
  );
}

type CreateContentProps = NewRecordProps & Pick<ReturnType<typeof useOutcome>, 'outcome'>;

function CreateContent({ view, initial, original, guard, outcome }: CreateContentProps) {
  const { resource, basePath, title, canShow } = view;
  const { translate } = useFormatContext();
  const navigate = useNavigate();
  const notify = useNotify();
  const listPath = useListPath(basePath);
  const named = translate(`resources.${resource.name}.create`, { _: '' });
  useTaskTitle('form.new', named);
  const controller = useCreateContext();
  const saving = useSave({
    resource,
    record: null,
    send: controller.save,
    outcome,
    onSaved(saved) {
      const { id } = saved;
      if (waitsForOthers(saved)) notify('form.pending_change', { type: 'info' });
      else notify('ra.notification.created', { type: 'success', messageArgs: { smart_count: 1 } });
      // Replaces the form in the history, so that going back leads to the list.
      const begin = resource.form.afterCreate;
      void navigate(canShow ? recordPath(basePath, id) : listPath, { replace: true, state: begin && { begin } });
    },
  });
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <BackLink basePath={basePath} title={title} />
      <Typography component="h1" variant="h5">
        {named || translate('form.create_title', { title })}
      </Typography>
      {original && <CopyOf resource={resource} original={original} />}
      <CreateContextProvider value={{ ...controller, save: saving.save }}>
        <DeclaredForm
          view={view}
          saving={saving}
          {...(initial && { initial })}
          {...(original && { original })}
          onCancel={() => void navigate(listPath)}
        >
          {guard}
        </DeclaredForm>
      </CreateContextProvider>
    </Stack>
  );
}
