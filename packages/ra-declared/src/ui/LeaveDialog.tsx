import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { useFormatContext } from './FormatContext.ts';

interface LeaveDialogProps {
  isOpen: boolean;
  /** Says what the user would lose. Default: the changes on this page. */
  text?: string;
  onStay(): void;
  onLeave(): void;
}

/** Asks before unsaved changes are discarded. */
export function LeaveDialog({ isOpen, text, onStay, onLeave }: LeaveDialogProps) {
  const { translate } = useFormatContext();
  const textId = useId();
  return (
    <Dialog open={isOpen} onClose={onStay} maxWidth="xs" aria-describedby={textId}>
      <DialogTitle>{translate('form.leave_title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>{text ?? translate('form.leave_text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onStay}>
          {translate('form.stay')}
        </Button>
        <Button color="error" onClick={onLeave}>
          {translate('form.leave')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
