import { Box, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';

/** Seconds before the end at which a screen reader is told: each second would drown everything else. */
const ANNOUNCED = [60, 30, 10];

const outOfSight = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' };

export interface IdleDialogProps {
  secondsLeft: number;
  onStay(): void;
  onLogOut(): void;
}

/** Asks whether anybody is still there. Only an answer closes it: neither a moved pointer nor a click beside it is one. */
export function IdleDialog({ secondsLeft, onStay, onLogOut }: IdleDialogProps) {
  const translate = useTranslate();
  const ids = { title: useId(), text: useId() };
  const words = (seconds: number) => translate('shell.idle_title', { seconds });
  const [first] = useState(secondsLeft);
  const announced = ANNOUNCED.findLast((seconds) => seconds >= secondsLeft && seconds < first);
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      aria-labelledby={ids.title}
      aria-describedby={ids.text}
      onClose={(_event, reason) => reason === 'escapeKeyDown' && onStay()}
    >
      <DialogTitle id={ids.title} sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {words(secondsLeft)}
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={ids.text}>{translate('shell.idle_text')}</DialogContentText>
        {/* The dialog's own name tells the first time. */}
        <Box role="status" sx={outOfSight}>
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
