import { Alert } from '@mui/material';
import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { useTranslate, type NotificationPayload } from 'react-admin';

/** The spec's, in milliseconds. */
const LASTS_MS = 3000;

interface ToastProps {
  notification: NotificationPayload;
  onClose: () => void;
}

/** One notification. It goes by itself, but not while the pointer or the keyboard is on it. */
export function Toast({ notification: { message, type, notificationOptions }, onClose }: ToastProps) {
  const translate = useTranslate();
  const [isPointed, setPointed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);
  const isHeld = isPointed || hasFocus;
  const lasts = notificationOptions?.autoHideDuration === undefined ? LASTS_MS : notificationOptions.autoHideDuration;

  useEffect(() => {
    if (isHeld || lasts === null) return;
    const timer = setTimeout(onClose, lasts);
    return () => clearTimeout(timer);
    // A new `onClose` comes with each other toast, which must not give this one more time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isHeld, lasts]);

  function onFocus({ relatedTarget }: FocusEvent): void {
    cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    setFocus(true);
  }

  function close(): void {
    // What has the focus is about to go.
    if (hasFocus) cameFrom.current?.focus();
    onClose();
  }

  return (
    <Alert
      severity={type}
      variant="filled"
      role="presentation"
      closeText={translate('shell.close')}
      onClose={close}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={onFocus}
      onBlur={() => setFocus(false)}
      sx={{ boxShadow: 6, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', pointerEvents: 'auto' }}
    >
      {typeof message === 'string' ? translate(message, { _: message, ...notificationOptions?.messageArgs }) : message}
    </Alert>
  );
}
