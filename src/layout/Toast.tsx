import { Alert } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate, type NotificationPayload } from 'react-admin';

/** The spec's, in milliseconds. */
const LASTS_MS = 3000;

interface ToastProps {
  notification: NotificationPayload;
  onClose: () => void;
}

/** One notification: errors interrupt whoever listens, successes wait their turn. The pointer on it holds it open. */
export function Toast({ notification: { message, type, notificationOptions }, onClose }: ToastProps) {
  const translate = useTranslate();
  const [held, setHeld] = useState(false);
  const lasts = notificationOptions?.autoHideDuration === undefined ? LASTS_MS : notificationOptions.autoHideDuration;

  useEffect(() => {
    if (held || lasts === null) return;
    const timer = setTimeout(onClose, lasts);
    return () => clearTimeout(timer);
    // A new `onClose` comes with each other toast, which must not give this one more time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [held, lasts]);

  const isUrgent = type === 'error' || type === 'warning';
  return (
    <Alert
      severity={type}
      variant="filled"
      role={isUrgent ? 'alert' : 'status'}
      closeText={translate('shell.close')}
      onClose={onClose}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      sx={{ boxShadow: 6, whiteSpace: 'pre-wrap' }}
    >
      {typeof message === 'string' ? translate(message, { _: message, ...notificationOptions?.messageArgs }) : message}
    </Alert>
  );
}
