import { Box, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { visuallyHidden } from '@merchant-console/ra-declared/internal';

/** Remaining seconds that a screen reader announces. Announcing every second would drown out everything else. */
const ANNOUNCED = [60, 30, 10];

interface IdleDialogProps {
  secondsLeft: number;
  onStay(): void;
  onLogOut(): void;
}

/** Warns before the session ends. Only its buttons and Escape close it, not pointer movements or clicks outside. */
export function IdleDialog({ secondsLeft, onStay, onLogOut }: IdleDialogProps) {
  const translate = useTranslate();
  const textId = useId();
  const words = (seconds: number) => translate('shell.idle_title', { seconds, smart_count: seconds });
  const [first] = useState(secondsLeft);
  const announced = ANNOUNCED.findLast((seconds) => seconds >= secondsLeft && seconds < first);
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      aria-describedby={textId}
      onClose={(_event, reason) => reason === 'escapeKeyDown' && onStay()}
    >
      <DialogTitle sx={{ fontVariantNumeric: 'tabular-nums' }}>{words(secondsLeft)}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>{translate('shell.idle_text')}</DialogContentText>
        {/* The name of the dialog announces the initial time. */}
        <Box role="status" sx={visuallyHidden}>
          {announced === undefined ? '' : words(announced)}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onLogOut}>
          {translate('shell.log_out')}
        </Button>
        <Button variant="contained" autoFocus onClick={onStay}>
          {translate('shell.idle_stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
