import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { FailureAlert } from './FailureAlert.tsx';
import { useFormatContext } from './FormatContext.ts';
import { useSending } from './useSending.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Label of the confirm button. */
  confirm: string;
  /** True if the action can't be undone. */
  isDangerous?: boolean;
  /** True while the action is running. The dialog can't be closed until it is over. */
  isBusy?: boolean;
  /** False while the action can't be confirmed yet. */
  isReady?: boolean;
  /** False if the action isn't possible at all. Then it has no button. */
  isPossible?: boolean;
  /** Why the action failed. A string is in the user's language. */
  failure?: Error | string | null;
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
  isReady = true,
  isPossible = true,
  failure = null,
  needsServer = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  const isBlocked = needsServer && sending.isBlocked;
  const textId = useId();
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={close} aria-describedby={textId}>
      <DialogTitle sx={{ overflowWrap: 'anywhere' }}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>{text}</DialogContentText>
        {children}
        <FailureAlert error={failure} sx={{ mt: 2 }} />
        {isBlocked && sending.reason}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={close} disabled={isBusy}>
          {translate('filters.cancel')}
        </Button>
        {isPossible && (
          <Button
            variant="contained"
            color={isDangerous ? 'error' : 'primary'}
            loading={isBusy || !isReady}
            {...(isBlocked ? sending.button : {})}
            onClick={() => !isBlocked && onConfirm()}
          >
            {confirm}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
