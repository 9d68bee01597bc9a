import { useState } from 'react';
import { useNotify } from 'react-admin';
import { removeItemCall, type BatchItem } from '#shared/contract/batches.ts';
import { useApi } from '#console/api/ApiContext.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { ConfirmDialog } from '#console/views/state/ConfirmDialog.tsx';
import { errorText } from '#console/views/state/errorText.ts';

interface RemoveRowProps {
  item: BatchItem;
  onDone(): void;
  onClose(): void;
}

/** Asks before a row is taken out of its batch. */
export function RemoveRow({ item, onDone, onClose }: RemoveRowProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  const notify = useNotify();
  const [isBusy, setIsBusy] = useState(false);
  async function remove(): Promise<void> {
    setIsBusy(true);
    try {
      await api(removeItemCall, { params: { id: item.id } });
    } catch (error) {
      if (error instanceof Error) notify(errorText(error, translate), { type: 'error' });
    }
    onDone();
    onClose();
  }
  return (
    <ConfirmDialog
      isDangerous
      needsServer
      isBusy={isBusy}
      title={translate('batch.remove_row', { line: item.line_no })}
      text={translate('batch.remove_text')}
      confirm={translate('files.remove')}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
