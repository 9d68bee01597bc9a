import { Alert, Box, Button, Portal } from '@mui/material';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import {
  CloseNotificationContext,
  useNotificationContext,
  useTakeUndoableMutation,
  useTranslate,
  type NotificationPayload,
  type UndoableMutation,
} from 'react-admin';
import type { PendingChanges } from './pendingChanges.ts';
import { useConnection } from '@merchant-console/ra-declared/internal';

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
 * interrupt the screen reader; successes wait their turn. As in react-admin's `Notification`, an undoable change is sent
 * when its notification goes, unless the user undoes it.
 */
export function Notifications({ changes }: { changes: PendingChanges }) {
  const { shown, close, undo } = useShownNotifications(changes);
  const regions = useNeverHidden();
  const toasts = (isUrgent: boolean) =>
    shown
      .filter(({ type }) => (type === 'error' || type === 'warning') === isUrgent)
      .map(({ number, ...notification }) => (
        <Toast
          key={number}
          notification={notification}
          onClose={() => close(number)}
          onUndo={() => {
            undo(number);
            close(number);
          }}
        />
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

/** The notifications on the screen, oldest first, and functions that remove one, or undo its change, by its number. */
function useShownNotifications(changes: PendingChanges) {
  const { notifications, setNotifications } = useNotificationContext();
  const [shown, setShown] = useState<readonly ShownNotification[]>([]);
  const lastNumber = useRef(0);
  const isTold = useToldOnce();
  const { expectMutations, undo } = useUndoableMutations(shown, changes);

  useEffect(() => {
    if (notifications.length === 0) return;
    // Not `takeNotification`, which drops notifications added since the last render.
    setNotifications((waiting) => waiting.filter((one) => !notifications.includes(one)));
    const news = notifications
      .filter((one) => !isTold(one))
      .map((one) => ({ ...one, number: (lastNumber.current += 1) }));
    expectMutations(news.filter(({ notificationOptions }) => notificationOptions?.undoable));
    setShown((before) => news.reduce(withNewest, before));
  }, [notifications, setNotifications, isTold, expectMutations]);

  const close = (number: number) => setShown((before) => before.filter((one) => one.number !== number));
  return { shown, close, undo };
}

/**
 * Keeps react-admin's undoable mutations until their notifications go, and then sends them. Closing the page meanwhile asks
 * first, because the change would be lost. `expectMutations` takes those of new notifications, even if others replace the
 * notifications before they are shown. `changes` sends them all before the session ends.
 */
function useUndoableMutations(shown: readonly ShownNotification[], changes: PendingChanges) {
  const takeMutation = useTakeUndoableMutation();
  /** Numbers of notifications whose mutations are still in react-admin's queue, which is in the same order. */
  const [waiting, setWaiting] = useState<readonly number[]>([]);
  const taken = useRef(new Map<number, UndoableMutation>());

  useEffect(() => {
    const [number, ...others] = waiting;
    if (number === undefined) return;
    // The queue gives one mutation per render.
    const mutation = takeMutation();
    if (mutation) taken.current.set(number, mutation);
    setWaiting(others);
  }, [waiting, takeMutation]);

  useEffect(() => {
    for (const [number, mutation] of taken.current) {
      if (shown.some((one) => one.number === number)) continue;
      taken.current.delete(number);
      mutation(SENT);
    }
  }, [shown, waiting]);

  const queryClient = useQueryClient();
  useEffect(
    () =>
      changes.follow(() => {
        const mutations = [...taken.current.values()];
        taken.current.clear();
        return mutations.length === 0 ? null : answered(queryClient, () => mutations.forEach((send) => send(SENT)));
      }),
    [changes, queryClient],
  );

  const isPending = shown.some(({ notificationOptions }) => notificationOptions?.undoable);
  useEffect(() => {
    if (!isPending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isPending]);

  const expectMutations = useCallback((news: readonly ShownNotification[]) => {
    if (news.length > 0) setWaiting((before) => [...before, ...news.map(({ number }) => number)]);
  }, []);
  function undo(number: number): void {
    taken.current.get(number)?.({ isUndo: true });
    taken.current.delete(number);
  }
  return { expectMutations, undo };
}

const SENT = { isUndo: false };

/** Resolves once the mutations that `send` starts have ended. */
async function answered(queryClient: QueryClient, send: () => void): Promise<void> {
  const cache = queryClient.getMutationCache();
  const pending = () => cache.findAll({ status: 'pending' });
  const earlier = new Set(pending());
  send();
  const started = pending().filter((one) => !earlier.has(one));
  await new Promise<void>((resolve) => {
    const look = () => {
      if (started.some(({ state }) => state.status === 'pending')) return;
      unfollow();
      resolve();
    };
    const unfollow = cache.subscribe(look);
    look();
  });
}

/** Appends a notification. A repeated message is shown once, as the newest. */
function withNewest(shown: readonly ShownNotification[], newest: ShownNotification): readonly ShownNotification[] {
  const others = shown.filter(({ message }) => message !== newest.message);
  return [...others.slice(1 - MAX_TOASTS), newest];
}

/** Default display time in milliseconds (set by the spec). */
const LASTS_MS = 3000;

/** Time to undo a change, in milliseconds. React-admin's default. */
const UNDO_MS = 4000;

interface ToastOptions {
  /** In milliseconds; null to stay. */
  autoHideDuration?: number | null | undefined;
  /** Closes the toast early. */
  closing?: AbortSignal;
  undoable?: boolean;
}

interface ToastProps {
  notification: NotificationPayload;
  onClose: () => void;
  onUndo: () => void;
}

/**
 * A single notification. It closes automatically, but not while the pointer or the keyboard focus is on it, or when
 * `closing` is aborted.
 */
function Toast({ notification: { message, type, notificationOptions }, onClose, onUndo }: ToastProps) {
  const translate = useTranslate();
  const [isPointed, setPointed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);
  const isHeld = isPointed || hasFocus;
  const { undoable = false, closing, ...options }: ToastOptions = notificationOptions ?? {};
  const { autoHideDuration: lasts = undoable ? UNDO_MS : LASTS_MS } = options;

  // A layout effect, so that the time begins when the toast is visible, however busy the page is.
  useLayoutEffect(() => {
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

  /** The focused element is about to be removed. */
  function leave(then: () => void): void {
    if (hasFocus) cameFrom.current?.focus();
    then();
  }

  return (
    <Alert
      severity={type}
      variant="filled"
      role="presentation"
      closeText={translate('shell.close')}
      onClose={() => leave(onClose)}
      {...(undoable && {
        action: (
          <Button color="inherit" size="small" onClick={() => leave(onUndo)}>
            {translate('ra.action.undo')}
          </Button>
        ),
      })}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={onFocus}
      onBlur={() => setFocus(false)}
      sx={{ boxShadow: 6, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', pointerEvents: 'auto' }}
    >
      <CloseNotificationContext value={onClose}>
        {typeof message === 'string'
          ? translate(message, { _: message, ...notificationOptions?.messageArgs })
          : message}
      </CloseNotificationContext>
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
