import { Stack, Typography } from '@mui/material';
import { CreateContextProvider, useCreateController, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useListPath } from '../list/rememberedSearch.ts';
import { BackLink } from '../record/BackLink.tsx';
import { useTaskTitle } from '../recordTitle.ts';
import { recordPath, type ResourceView } from '../ResourceView.ts';
import { DeclaredForm } from './DeclaredForm.tsx';
import { useOutcome, useSave } from './useSave.ts';

interface CreateRecordProps {
  view: ResourceView;
  /** Initial values in addition to the declaration's defaults. */
  initial?: FieldRecord;
}

/** Form for a new record. The record opens after it is saved. */
export function CreateRecord({ view, initial }: CreateRecordProps) {
  const { resource, basePath, title, canShow } = view;
  const { translate } = useFormatContext();
  const navigate = useNavigate();
  const notify = useNotify();
  const listPath = useListPath(basePath);
  const named = translate(`resources.${resource.name}.create`, { _: '' });
  useTaskTitle('form.new', named);
  const { outcome, mutationOptions } = useOutcome();
  const controller = useCreateController({ resource: resource.name, disableAuthentication: true, mutationOptions });
  const saving = useSave({
    resource,
    record: null,
    send: controller.save,
    outcome,
    onSaved({ id }) {
      notify('ra.notification.created', { type: 'success', messageArgs: { smart_count: 1 } });
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
