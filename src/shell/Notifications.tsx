import { Box, Portal, Alert } from '@mui/material';
import { useEffect, useRef, useState, useCallback, type FocusEvent } from 'react';
import { useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin';
import { useConnection } from '#console/api/connection.ts';

/** Maximum number of toasts on the screen. The oldest is dropped. */
const MAX_TOASTS = 4;

/** Distance from the top in pixels. Leaves the header (50) and the tab bar (34) uncovered. Notices below them add to it. */
const BELOW_TABS_PX = 92;

interface ShownNotification extends NotificationPayload {
  number: number;
}

/**
 * Notifications of react-admin and the pages, stacked at the top. Each closes automatically. Both live regions are
 * always in the document, because screen readers would miss a first message that arrives with its region. Errors
 * interrupt the screen reader; successes wait their turn.
 */
export function Notifications() {
  const [shown, close] = useShownNotifications();
  const regions = useNeverHidden();
  const toasts = (isUrgent: boolean) =>
    shown
      .filter(({ type }) => (type === 'error' || type === 'warning') === isUrgent)
      .map(({ number, ...notification }) => (
        <Toast key={number} notification={notification} onClose={() => close(number)} />
      ));
  return (
    <Portal>
      <Box
        ref={regions}
        sx={{
          position: 'fixed',
          top: `calc(${BELOW_TABS_PX}px + var(--notices, 0px))`,
          left: '50%',
          transform: 'translateX(-50%)',
          zIndex: 'snackbar',
          width: 'min(480px, calc(100vw - 32px))',
          pointerEvents: 'none',
          '& > div': { display: 'grid', justifyItems: 'center' },
          '& > div > *': { mb: 1 },
        }}
      >
        <div role="alert" aria-atomic={false}>
          {toasts(true)}
        </div>
        <div role="status" aria-atomic={false}>
          {toasts(false)}
        </div>
      </Box>
    </Portal>
  );
}

/** The notifications on the screen, oldest first, and a function that removes one by its number. */
function useShownNotifications(): [readonly ShownNotification[], (number: number) => void] {
  const { notifications, setNotifications } = useNotificationContext();
  const [shown, setShown] = useState<readonly ShownNotification[]>([]);
  const lastNumber = useRef(0);
  const isTold = useToldOnce();

  useEffect(() => {
    if (notifications.length === 0) return;
    // Not `takeNotification`, which drops notifications added since the last render.
    setNotifications((waiting) => waiting.filter((one) => !notifications.includes(one)));
    const news = notifications
      .filter((one) => !isTold(one))
      .map((one) => ({ ...one, number: (lastNumber.current += 1) }));
    setShown((before) => news.reduce(withNewest, before));
  }, [notifications, setNotifications, isTold]);

  return [shown, (number) => setShown((before) => before.filter((one) => one.number !== number))];
}

/** Appends a notification. A repeated message is shown once, as the newest. */
function withNewest(shown: readonly ShownNotification[], newest: ShownNotification): readonly ShownNotification[] {
  const others = shown.filter(({ message }) => message !== newest.message);
  return [...others.slice(1 - MAX_TOASTS), newest];
}

/** Default display time in milliseconds (set by the spec). */
const LASTS_MS = 3000;

interface ToastOptions {
  /** In milliseconds; null to stay. */
  autoHideDuration?: number | null | undefined;
  /** Closes the toast early. */
  closing?: AbortSignal;
}

interface ToastProps {
  notification: NotificationPayload;
  onClose: () => void;
}

/**
 * A single notification. It closes automatically, but not while the pointer or the keyboard focus is on it, or when
 * `closing` is aborted.
 */
function Toast({ notification: { message, type, notificationOptions }, onClose }: ToastProps) {
  const translate = useTranslate();
  const [isPointed, setPointed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);
  const isHeld = isPointed || hasFocus;
  const { autoHideDuration: lasts = LASTS_MS, closing }: ToastOptions = notificationOptions ?? {};

  useEffect(() => {
    if (isHeld || lasts === null) return;
    const timer = setTimeout(onClose, lasts);
    return () => clearTimeout(timer);
    // `onClose` changes with every other toast, which must not restart this toast's timer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isHeld, lasts]);
  useEffect(() => {
    closing?.addEventListener('abort', onClose);
    return () => closing?.removeEventListener('abort', onClose);
    // Only the first `onClose` is needed: it closes this toast by its number.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [closing]);

  function onFocus({ relatedTarget }: FocusEvent): void {
    cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    setFocus(true);
  }

  function close(): void {
    // The focused element is about to be removed.
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

/**
 * Ref of an element that stays exposed to assistive technology while a dialog is open. MUI hides everything else on the
 * page, including messages about actions in the dialog.
 */
function useNeverHidden(): (element: HTMLElement) => () => void {
  return useCallback((element) => {
    const show = () => element.removeAttribute('aria-hidden');
    const observer = new MutationObserver(show);
    observer.observe(element, { attributeFilter: ['aria-hidden'] });
    return () => observer.disconnect();
  }, []);
}

/**
 * Returns a function that is true for an error already shown in the current outage. While the server is unreachable,
 * the banner says so, and further failed calls are no news.
 */
function useToldOnce(): (notification: NotificationPayload) => boolean {
  const { isOnline, lastAnswerAt } = useConnection();
  /** Time of the last response when an error was last shown, by message. */
  const shownAt = useRef(new Map<unknown, Date | null>());
  return useCallback(
    ({ message, type }) => {
      if (type !== 'error') return false;
      const isRepeated = !isOnline && shownAt.current.get(message) === lastAnswerAt;
      shownAt.current.set(message, lastAnswerAt);
      return isRepeated;
    },
    [isOnline, lastAnswerAt],
  );
}
