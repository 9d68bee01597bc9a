import { useFormatContext } from '../ui/FormatContext.ts';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { recordName } from '@merchant-console/declaration';
import type { ResourceView } from '../ResourceView.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { HttpError, useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { deletionKey } from '../queries.ts';
import { useListPath } from '../list/rememberedSearch.ts';
import { useOpenPage } from '../openPage.ts';
import { DeletionEffects, useDeletion } from './DeletionEffects.tsx';

interface DeleteDialogProps {
  view: ResourceView;
  record: IdentifiedRecord;
  onClose(): void;
}

/** Asks for confirmation with the record's name. If deletion fails, it stays open and shows the error. */
export function DeleteDialog({ view, record, onClose }: DeleteDialogProps) {
  const { translate, referenceName } = useFormatContext();
  const { remove, isRemoving, failure } = useDelete(view, record);
  const deletion = useDeletion(view.resource, [record.id]);
  return (
    <ConfirmDialog
      title={translate('record.delete_title', { name: recordName(record, view.resource, referenceName) })}
      text={translate(deletion.isPrevented ? 'record.deletion.prevented' : 'record.delete_text')}
      confirm={translate('record.delete')}
      isDangerous
      needsServer
      isBusy={isRemoving}
      isReady={deletion.isKnown}
      isPossible={!deletion.isPrevented && deletion.failure === null}
      failure={failure}
      onConfirm={remove}
      onClose={onClose}
    >
      <DeletionEffects deletion={deletion} />
    </ConfirmDialog>
  );
}

/**
 * Deletes a record as shown, and goes to its list. If the record has changed since, it isn't deleted; the page shows
 * the current version and the user may try again. A record that is already gone counts as deleted.
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

  /** @returns translation key of the message for the user */
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
      // The second of two quick presses may come before the button is disabled.
      if (queryClient.isMutating({ mutationKey }) === 0) mutate();
    },
  };
}
