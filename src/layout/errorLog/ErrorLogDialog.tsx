import { Box, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ErrorEntry } from './ErrorEntry.tsx';
import { errorReport } from './errorReport.ts';
import type { LoggedError } from './LoggedError.ts';

interface ErrorLogDialogProps {
  /** The oldest first. */
  errors: readonly LoggedError[];
  onClear: () => void;
  onClose: () => void;
}

export function ErrorLogDialog({ errors, onClear, onClose }: ErrorLogDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const ids = { title: useId(), text: useId() };

  async function copy(): Promise<void> {
    try {
      // There is no clipboard on a page without https.
      await navigator.clipboard.writeText(errorReport(errors));
      notify('shell.errors_copied', { type: 'success' });
    } catch {
      notify('shell.copy_failed', { type: 'warning' });
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={ids.title}
      aria-describedby={ids.text}
      slotProps={{ paper: { sx: { width: '80%', maxWidth: 'none' } } }}
    >
      <DialogTitle id={ids.title}>{translate('shell.error_log')}</DialogTitle>
      <DialogContent sx={{ pb: 0 }}>
        <DialogContentText id={ids.text}>{translate('shell.error_log_text')}</DialogContentText>
        <Box component="ol" sx={{ m: 0, mt: 2, pl: 3 }}>
          {errors.map((error) => (
            <ErrorEntry key={error.number} error={error} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, py: 2 }}>
        <Button color="error" variant="outlined" onClick={onClear} sx={{ mr: 'auto' }}>
          {translate('shell.clear_all')}
        </Button>
        <Button color="inherit" onClick={() => void copy()}>
          {translate('shell.copy_errors')}
        </Button>
        <Button autoFocus onClick={onClose}>
          {translate('shell.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
