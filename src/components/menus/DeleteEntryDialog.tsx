import { Alert } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError, useDataProvider, useNotify } from 'react-admin';
import type { MenuOutlineEntry } from '#shared/contract/menus.ts';
import { errorOf } from '#console/api/errorOf.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { ConfirmDialog } from '#console/views/state/ConfirmDialog.tsx';
import { refusalText } from './refusalText.ts';

interface DeleteEntryDialogProps {
  entry: MenuOutlineEntry;
  name: string;
  onClose(): void;
}

/** Asks before an entry is deleted; stays open and says why when it can't be. */
export function DeleteEntryDialog({ entry, name, onClose }: DeleteEntryDialogProps) {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [state, setState] = useState<{ isBusy: boolean; failure: Error | null }>({ isBusy: false, failure: null });
  const remove = async () => {
    setState({ isBusy: true, failure: null });
    try {
      const { id, revision } = entry;
      await dataProvider.delete('menus', { id, previousData: entry, meta: { revision } });
      notify('ra.notification.deleted', { type: 'success', messageArgs: { smart_count: 1 } });
      onClose();
    } catch (error) {
      // Somebody else has deleted it.
      if (error instanceof HttpError && error.status === 404) onClose();
      else setState({ isBusy: false, failure: errorOf(error) });
    }
    await queryClient.invalidateQueries({ queryKey: ['menus'] });
  };
  return (
    <ConfirmDialog
      title={translate('record.delete_title', { name })}
      text={translate('menuEditor.delete_text')}
      confirm={translate('record.delete')}
      isDangerous
      needsServer
      isBusy={state.isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {state.failure && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {refusalText(state.failure, translate)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
