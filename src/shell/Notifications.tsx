import { Box, Portal, Alert } from '@mui/material';
import { useEffect, useRef, useState, useCallback, type FocusEvent } from 'react';
import { useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin';
import { useConnection } from '#console/api/connection.ts';

/** More at once say nothing more; the oldest gives way. */
const MAX_TOASTS = 4;

/** Below the header, 50 px, and the tab bar, 34 px: neither breadcrumb nor tabs are covered. */
const BELOW_TABS_PX = 92;

interface ShownNotification extends NotificationPayload {
  number: number;
}

/**
 * What react-admin and the pages have to tell, stacked at the top; each goes by itself. The two regions that assistive
 * technology listens to are there before there is anything to tell, or the first message would go unheard: errors
 * interrupt whoever listens, successes wait their turn.
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
          top: BELOW_TABS_PX,
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

/** The notifications on the screen, the oldest first, and the way to take one away. */
function useShownNotifications(): [readonly ShownNotification[], (number: number) => void] {
  const { notifications, setNotifications } = useNotificationContext();
  const [shown, setShown] = useState<readonly ShownNotification[]>([]);
  const lastNumber = useRef(0);
  const isTold = useToldOnce();

  useEffect(() => {
    if (notifications.length === 0) return;
    // Not by `takeNotification`: it drops what has been added since the last drawing.
    setNotifications((waiting) => waiting.filter((one) => !notifications.includes(one)));
    const news = notifications
      .filter((one) => !isTold(one))
      .map((one) => ({ ...one, number: (lastNumber.current += 1) }));
    setShown((before) => news.reduce(withNewest, before));
  }, [notifications, setNotifications, isTold]);

  return [shown, (number) => setShown((before) => before.filter((one) => one.number !== number))];
}

/** The same words are shownAt once, as the newest. */
function withNewest(shown: readonly ShownNotification[], newest: ShownNotification): readonly ShownNotification[] {
  const others = shown.filter(({ message }) => message !== newest.message);
  return [...others.slice(1 - MAX_TOASTS), newest];
}

/** The spec's, in milliseconds. */
const LASTS_MS = 3000;

interface ToastProps {
  notification: NotificationPayload;
  onClose: () => void;
}

/** One notification. It goes by itself, but not while the pointer or the keyboard is on it. */
function Toast({ notification: { message, type, notificationOptions }, onClose }: ToastProps) {
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

/**
 * Ref of an element that stays audible while a dialog is open: MUI hides all else in the page from assistive
 * technology, and messages about what is done in the dialog with it.
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
 * Whether a failure has been shownAt before in the same outage, which the banner goes on telling: that the server can't be
 * reached is no news when the next call finds it out, too.
 */
function useToldOnce(): (notification: NotificationPayload) => boolean {
  const { isOnline, lastAnswerAt } = useConnection();
  /** The last answer that there had been when an error was shownAt, by its words. */
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
