import { Alert } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { md5KeyEndOld, type MerchantKey } from '#shared/contract/baseInfo.ts';
import { useApi } from '#console/api/ApiContext.ts';
import { errorOf } from '#console/api/errorOf.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { ConfirmDialog } from '#console/views/state/ConfirmDialog.tsx';
import { errorText } from '#console/views/state/errorText.ts';
import { lastUseText } from './lastUseText.ts';
import { useBaseInfoStore } from './useBaseInfo.ts';

/** Ends the old key before its grace time is over. */
export function EndOldDialog({ previous, onClose }: { previous: MerchantKey; onClose(): void }) {
  const context = useFormatContext();
  const { translate } = context;
  const api = useApi();
  const notify = useNotify();
  const store = useBaseInfoStore();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  async function end(): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      store.put(await api(md5KeyEndOld, { body: { key_id: previous.id } }));
      notify('basicInfo.old_ended', { type: 'success' });
      onClose();
    } catch (error) {
      setFailure(errorOf(error));
      store.askAnew();
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <ConfirmDialog
      title={translate('basicInfo.end_old_title', { tail: previous.tail })}
      text={`${translate('basicInfo.end_old_text')} ${lastUseText(previous, context)}`}
      confirm={translate('basicInfo.end_old')}
      isDangerous
      needsServer
      isBusy={isBusy}
      onConfirm={() => {
        if (!isBusy) void end();
      }}
      onClose={onClose}
    >
      <div role="alert">
        {failure && (
          <Alert severity="error" role="presentation" sx={{ mt: 2 }}>
            {errorText(failure, translate)}
          </Alert>
        )}
      </div>
    </ConfirmDialog>
  );
}
