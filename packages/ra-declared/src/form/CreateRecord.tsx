import { Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { CreateBase, CreateContextProvider, useCreateContext, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { useFormatContext } from '../ui/FormatContext.ts';
import { useListPath } from '../list/rememberedSearch.ts';
import { BackLink } from '../record/BackLink.tsx';
import { useTaskTitle } from '../recordTitle.ts';
import { waitsForOthers } from '../pendingChange.ts';
import { recordPath, type ResourceView } from '../ResourceView.ts';
import { DeclaredForm } from './DeclaredForm.tsx';
import { useGroupsIn } from './FormGroup.tsx';
import { useOutcome, useSave } from './useSave.ts';

interface CreateRecordProps {
  view: ResourceView;
  /** Initial values in addition to the declaration's defaults. */
  initial?: FieldRecord;
  /** A `FormGroup` for each group. Default: the declared ones. */
  children?: ReactNode;
}

/** Form for a new record. The record opens after it is saved. */
export function CreateRecord({ children, ...props }: CreateRecordProps) {
  const view = useGroupsIn(props.view, children);
  const { outcome, mutationOptions } = useOutcome();
  return (
    // The menu has already checked who may create records.
    <CreateBase resource={view.resource.name} disableAuthentication mutationOptions={mutationOptions}>
      <CreateContent {...props} view={view} outcome={outcome} />
    </CreateBase>
  );
}

type CreateContentProps = CreateRecordProps & Pick<ReturnType<typeof useOutcome>, 'outcome'>;

function CreateContent({ view, initial, outcome }: CreateContentProps) {
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
      <CreateContextProvider value={{ ...controller, save: saving.save }}>
        <DeclaredForm
          view={view}
          saving={saving}
          {...(initial && { initial })}
          onCancel={() => void navigate(listPath)}
        />
      </CreateContextProvider>
    </Stack>
  );
}
