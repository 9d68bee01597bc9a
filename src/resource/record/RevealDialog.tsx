import { DialogContentText } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { CallDialog } from '#console/ui/form/CallForm.tsx';
import { PayPasswordInput } from '#console/ui/form/CredentialInputs.tsx';

interface RevealDialogProps {
  title: string;
  masked: string;
  reveal(payPassword: string): Promise<void>;
  onClose(): void;
}

/** Asks for the payment password before a value is shown in full. */
export function RevealDialog({ title, masked, reveal, onClose }: RevealDialogProps) {
  const { translate } = useFormatContext();
  return (
    <CallDialog
      title={title}
      submit={translate('record.reveal_confirm')}
      defaultValues={NOTHING_TYPED}
      emptied={Object.keys(NOTHING_TYPED)}
      call={({ pay_password }) => reveal(pay_password).then(onClose)}
      onClose={onClose}
    >
      <DialogContentText>{translate('record.reveal_text', { value: masked })}</DialogContentText>
      <PayPasswordInput autoFocus />
    </CallDialog>
  );
}

const NOTHING_TYPED = { pay_password: '' };
