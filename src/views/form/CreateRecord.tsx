import { Stack, Typography } from '@mui/material';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useListPath } from '../list/rememberedSearch.ts';
import { BackLink } from '../record/BackLink.tsx';
import { useRecordTitle } from '../recordTitle.ts';
import { recordPath, type ResourceView } from '../ResourceView.ts';
import { DeclaredForm } from './DeclaredForm.tsx';

/** The form of a new record. When it is saved, the record opens. */
export function CreateRecord({ view }: { view: ResourceView }) {
  const { basePath, title, canShow } = view;
  const { translate } = useFormatContext();
  const navigate = useNavigate();
  const notify = useNotify();
  const listPath = useListPath(basePath);
  useRecordTitle(translate('form.new'));
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <BackLink basePath={basePath} title={title} />
      <Typography component="h1" variant="h5">
        {translate('form.create_title', { title })}
      </Typography>
      <DeclaredForm
        view={view}
        record={null}
        onCancel={() => void navigate(listPath)}
        onSaved={({ id }) => {
          notify('ra.notification.created', { type: 'success', messageArgs: { smart_count: 1 } });
          // Going back leads to the list, not to a form that is done with.
          void navigate(canShow ? recordPath(basePath, id) : listPath, { replace: true });
        }}
      />
    </Stack>
  );
}
