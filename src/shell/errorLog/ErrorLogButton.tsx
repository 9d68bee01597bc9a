import BugReport from '@mui/icons-material/BugReport';
import { Box, IconButton, type SxProps, type Theme } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import { useErrorLog } from './errorLog.ts';

const ErrorLogDialog = onDemand(async () => (await import('./ErrorLogDialog.tsx')).ErrorLogDialog);

/** Highest count shown; above it, `99+`. */
const MOST = 99;

/** Opens the errors since the page was loaded. Hidden while there are none. */
export function ErrorLogButton() {
  const translate = useTranslate();
  const { errors, clear } = useErrorLog();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  if (errors.length === 0) return null;
  return (
    <>
      <Box component="span" sx={{ position: 'relative', flexShrink: 0 }}>
        <IconButton
          aria-label={translate('shell.error_log')}
          aria-haspopup="dialog"
          title={translate('shell.error_count', { smart_count: errors.length })}
          color="error"
          onClick={() => setOpen(true)}
        >
          <BugReport fontSize="small" />
        </IconButton>
        {/* The button's description has the count in words. Inside the button, the number would be part of its name. */}
        <Box component="span" aria-hidden sx={countStyles}>
          {errors.length > MOST ? `${MOST}+` : errors.length}
        </Box>
      </Box>
      {isOpen && (
        <ErrorLogDialog
          errors={errors}
          onClose={close}
          onClear={() => {
            close();
            clear();
          }}
        />
      )}
    </>
  );
}

const countStyles: SxProps<Theme> = {
  position: 'absolute',
  pointerEvents: 'none',
  top: 0,
  insetInlineEnd: 0,
  minWidth: 18,
  px: 0.5,
  borderRadius: '9px',
  textAlign: 'center',
  typography: 'caption',
  lineHeight: '18px',
  color: 'error.contrastText',
  backgroundColor: 'error.main',
};
