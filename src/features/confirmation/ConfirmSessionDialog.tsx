import { DialogContentText } from '@mui/material';
import { confirmSession } from '#shared/contract/calls.ts';
import { errorOf, fieldMessages } from '@merchant-console/ra-provider';
import type { Question } from '#console/api/confirmations.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import {
  CallDialog,
  CodeInput,
  PAY_PASSWORD,
  PayPasswordInput,
  TOTP_CODE,
} from '@merchant-console/ra-declared/internal';

interface ConfirmSessionDialogProps extends Question {
  onDone(): void;
  onClose(): void;
  /** Called with the server's error if `payPassword` is wrong, so that its own input shows it. */
  onWrong(error: Error): void;
}

/** Asks users to confirm that it is them, for changes of who may act or where money may go. */
export function ConfirmSessionDialog({ payPassword, onDone, onClose, onWrong }: ConfirmSessionDialogProps) {
  const { translate } = useFormatContext();
  const api = useApi();
  async function confirm(entered: Record<typeof TOTP_CODE, string> & Partial<Record<typeof PAY_PASSWORD, string>>) {
    const body = { ...entered, [PAY_PASSWORD]: payPassword ?? entered[PAY_PASSWORD] ?? '' };
    try {
      await api(confirmSession, { body });
      onDone();
    } catch (error) {
      if (payPassword === null || fieldMessages(errorOf(error))[PAY_PASSWORD] === undefined) throw error;
      onWrong(errorOf(error));
    }
  }
  return (
    <CallDialog
      title={translate('confirmSession.title')}
      submit={translate('confirmSession.submit')}
      defaultValues={{ [TOTP_CODE]: '', ...(payPassword === null && { [PAY_PASSWORD]: '' }) }}
      emptied={[TOTP_CODE]}
      call={confirm}
      onClose={onClose}
    >
      <DialogContentText>{translate('confirmSession.about')}</DialogContentText>
      {payPassword === null && <PayPasswordInput autoFocus onLeave={onClose} />}
      <CodeInput autoFocus={payPassword !== null} />
    </CallDialog>
  );
}
