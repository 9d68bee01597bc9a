import { DialogContentText } from '@mui/material';
import { confirmSession } from '#shared/contract/calls.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { CallDialog } from '#console/ui/form/CallForm.tsx';
import { CodeInput, PAY_PASSWORD, TOTP_CODE } from '#console/ui/form/CredentialInputs.tsx';
import { PayPasswordInput } from '#console/resource/form/PayPasswordInput.tsx';

const NOTHING_TYPED = { [PAY_PASSWORD]: '', [TOTP_CODE]: '' };

/** Asks users to confirm that it is them, for changes of who may act or where money may go. */
export function ConfirmSessionDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const { translate } = useFormatContext();
  const api = useApi();
  return (
    <CallDialog
      title={translate('confirmSession.title')}
      submit={translate('confirmSession.submit')}
      defaultValues={NOTHING_TYPED}
      emptied={[TOTP_CODE]}
      call={(body) => api(confirmSession, { body }).then(onDone)}
      onClose={onClose}
    >
      <DialogContentText>{translate('confirmSession.about')}</DialogContentText>
      <PayPasswordInput autoFocus onLeave={onClose} />
      <CodeInput />
    </CallDialog>
  );
}
