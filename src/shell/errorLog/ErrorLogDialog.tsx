import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { formatInZone } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import type { LoggedError } from './errorLog.ts';

interface ErrorLogDialogProps {
  /** Oldest first. */
  errors: readonly LoggedError[];
  onClear: () => void;
  onClose: () => void;
}

export function ErrorLogDialog({ errors, onClear, onClose }: ErrorLogDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const textId = useId();

  async function copy(): Promise<void> {
    try {
      // Pages without https have no clipboard.
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
      aria-describedby={textId}
      slotProps={{ paper: { sx: { width: '80%', maxWidth: 'none' } } }}
    >
      <DialogTitle>{translate('shell.error_log')}</DialogTitle>
      <DialogContent sx={{ pb: 0 }}>
        <DialogContentText id={textId}>{translate('shell.error_log_text')}</DialogContentText>
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

const code = {
  m: 0,
  fontFamily: 'monospace',
  fontSize: '0.75rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;

function ErrorEntry({ error: { message, place, address, time, stack } }: { error: LoggedError }) {
  const { translate, currencyData } = useFormatContext();
  const facts: [string, string][] = [
    [translate('shell.error_place'), place],
    [translate('shell.error_address'), address],
    [translate('shell.error_time'), formatInZone(time, currencyData.time_zone)],
  ];
  return (
    <Box component="li" sx={{ py: 2, borderTop: 1, borderColor: 'divider', '&::marker': { color: 'text.secondary' } }}>
      <Typography color="error" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {message}
      </Typography>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 2, rowGap: 0.5, my: 1 }}
      >
        {facts.map(([name, value]) =>
          value === '' ? null : (
            <Box key={name} sx={{ display: 'contents' }}>
              <Typography component="dt" variant="body2" color="text.secondary">
                {name}
              </Typography>
              <Typography component="dd" sx={{ ...code, lineHeight: 1.7 }}>
                {value}
              </Typography>
            </Box>
          ),
        )}
      </Box>
      {stack !== '' && (
        <details>
          <Typography
            component="summary"
            variant="body2"
            sx={{
              width: 'fit-content',
              minHeight: 24,
              borderRadius: 0.5,
              cursor: 'pointer',
              '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineStyle: 'solid' },
            }}
          >
            {translate('shell.error_stack')}
          </Typography>
          <Typography component="pre" color="text.secondary" sx={code}>
            {stack}
          </Typography>
        </details>
      )}
    </Box>
  );
}

/** Formats the errors as plain text for developers. Not translated. */
export function errorReport(errors: readonly LoggedError[]): string {
  return errors.map(reportOf).join('\n\n');
}

function reportOf({ message, place, address, time, stack }: LoggedError): string {
  return [`${time.toISOString()} ${address}`, message, place, stack].filter((part) => part !== '').join('\n');
}
