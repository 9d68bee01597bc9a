import { Alert, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import { recordName } from '#shared/format/recordName.ts';
import type { ResourceView } from '../ResourceView.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { useSending } from '#console/ui/useSending.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { HttpError, useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { deletionKey } from '#console/api/queryClient.ts';
import { useListPath } from '../list/rememberedSearch.ts';
import { useOpenPage } from '../openPage.ts';

interface DeleteDialogProps {
  view: ResourceView;
  record: IdentifiedRecord;
  onClose(): void;
}

/** Asks, by the record's name, before it is deleted; stays open and says why when it can't be. */
export function DeleteDialog({ view, record, onClose }: DeleteDialogProps) {
  const { translate } = useFormatContext();
  const { remove, isRemoving, failure } = useDelete(view, record);
  const sending = useSending();
  const close = () => {
    if (!isRemoving) onClose();
  };
  return (
    <Dialog open onClose={close} maxWidth="xs" fullWidth aria-labelledby="delete-title">
      <DialogTitle id="delete-title" sx={{ overflowWrap: 'anywhere' }}>
        {translate('record.delete_title', { name: recordName(record, view.resource) })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('record.delete_text')}</DialogContentText>
        {failure && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {errorText(failure, translate)}
          </Alert>
        )}
        {sending.reason}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={close} disabled={isRemoving}>
          {translate('form.cancel')}
        </Button>
        <Button
          color="error"
          variant="contained"
          loading={isRemoving}
          {...sending.button}
          onClick={() => !sending.isBlocked && remove()}
        >
          {translate('record.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Deletes a record as it is shown, and goes to its list. One that has changed since is left alone: the page shows it as
 * it is now, and one may ask again. One that is gone already is as good as deleted.
 */
function useDelete({ resource, basePath }: ResourceView, record: IdentifiedRecord) {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const listPath = useListPath(basePath);
  const { markFinished } = useOpenPage();

  async function leave(words: string): Promise<void> {
    notify(words, { type: 'success', messageArgs: { smart_count: 1 } });
    markFinished(true);
    await navigate(listPath, { replace: true });
    queryClient.removeQueries({ queryKey: [resource.name, 'getOne'] });
    await queryClient.invalidateQueries({ queryKey: [resource.name] });
  }

  /** @returns what to tell the user */
  async function remove(): Promise<string> {
    try {
      await dataProvider.delete(resource.name, {
        id: record.id,
        previousData: record,
        meta: { revision: record['revision'] },
      });
      return 'ra.notification.deleted';
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return 'ra.notification.item_doesnt_exist';
      if (error instanceof HttpError && error.status === 409)
        await queryClient.invalidateQueries({ queryKey: [resource.name, 'getOne'] });
      throw error;
    }
  }

  const mutationKey = deletionKey(resource.name, record.id);
  const { mutate, isPending, error } = useMutation({ mutationKey, mutationFn: async () => leave(await remove()) });
  return {
    isRemoving: isPending,
    failure: error,
    remove() {
      // The second of two quick presses comes before the button shows that the first counts.
      if (queryClient.isMutating({ mutationKey }) === 0) mutate();
    },
  };
}
