import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useFormatContext } from './FormatContext.ts';
import { useSending } from './useSending.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Name of the button that goes on. */
  confirm: string;
  /** What follows can't be taken back. */
  isDangerous?: boolean;
  isBusy?: boolean;
  /** What follows needs the server. */
  needsServer?: boolean;
  onConfirm(): void;
  onClose(): void;
  children?: ReactNode;
}

/** Asks before something is done. */
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
