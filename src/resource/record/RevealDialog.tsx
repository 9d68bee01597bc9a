import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useId, useRef, useState } from 'react';
import { errorOf } from '#console/api/ApiError.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { PAY_PASSWORD, PasswordInput } from '../actions/dialog/PasswordInput.tsx';
import { fieldErrors } from '../form/fieldErrors.ts';
import { errorText } from '#console/ui/errorText.ts';
import { useSending } from '#console/ui/useSending.tsx';

interface RevealDialogProps {
  title: string;
  masked: string;
  isAsking: boolean;
  reveal(payPassword: string): Promise<void>;
  onClose(): void;
}

/** Asks for the payment password before a value is shown in full. */
export function RevealDialog({ title, masked, isAsking, reveal, onClose }: RevealDialogProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  /** Why it was refused, where it is not the password's fault. */
  const [failure, setFailure] = useState<Error | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const ids = { title: useId(), text: useId() };

  function refuse(error: Error): void {
    const { byField, rest } = fieldErrors(error, [PAY_PASSWORD]);
    setPassword('');
    setProblem(byField[0]?.[1] ?? null);
    setFailure(rest);
    input.current?.focus();
  }

  async function submit(): Promise<void> {
    if (isAsking || sending.isBlocked) return;
    setFailure(null);
    if (password === '') return setProblem(translate('prompts.pay_password'));
    try {
      await reveal(password);
      onClose();
    } catch (error) {
      refuse(errorOf(error));
    }
  }

  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={ids.title} aria-describedby={ids.text}>
      <Box
        component="form"
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={ids.title}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText id={ids.text}>{translate('record.reveal_text', { value: masked })}</DialogContentText>
          <PasswordInput
            {...{ problem, input }}
            value={password}
            disabled={false}
            onChange={(text) => {
              setPassword(text);
              setProblem(null);
            }}
          />
          {failure && <Alert severity="error">{errorText(failure, translate)}</Alert>}
          {sending.reason}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {translate('filters.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isAsking} {...sending.button}>
            {translate('record.reveal_confirm')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
