import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useFormatContext } from './FormatContext.ts';
import { useSending } from './useSending.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Label of the confirm button. */
  confirm: string;
  /** True if the action can't be undone. */
  isDangerous?: boolean;
  isBusy?: boolean;
  /** True if the action needs a connection. Confirming is blocked while there is none. */
  needsServer?: boolean;
  onConfirm(): void;
  onClose(): void;
  children?: ReactNode;
}

/** Asks the user to confirm an action. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  isDangerous = false,
  isBusy = false,
  needsServer = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  const isBlocked = needsServer && sending.isBlocked;
  const ids = { title: useId(), text: useId() };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={ids.title} aria-describedby={ids.text}>
      <DialogTitle id={ids.title}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={ids.text}>{text}</DialogContentText>
        {children}
        {isBlocked && sending.reason}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          {translate('filters.cancel')}
        </Button>
        <Button
          variant="contained"
          color={isDangerous ? 'error' : 'primary'}
          loading={isBusy}
          {...(isBlocked ? sending.button : {})}
          onClick={() => !isBlocked && onConfirm()}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
