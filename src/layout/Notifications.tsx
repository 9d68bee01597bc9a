import { Box, Portal } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useNotificationContext, type NotificationPayload } from 'react-admin';
import { Toast } from './Toast.tsx';
import { useNeverHidden } from './useNeverHidden.ts';
import { useToldOnce } from './useToldOnce.ts';

/** More at once say nothing more; the oldest gives way. */
const MAX_TOASTS = 4;

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
          top: 16,
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
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<readonly ShownNotification[]>([]);
  const lastNumber = useRef(0);
  const isTold = useToldOnce();

  useEffect(() => {
    const notification = notifications.length > 0 ? takeNotification() : undefined;
    if (!notification || isTold(notification)) return;
    const number = (lastNumber.current += 1);
    setShown((before) => {
      const others = before.filter(({ message }) => message !== notification.message);
      return [...others.slice(1 - MAX_TOASTS), { ...notification, number }];
    });
  }, [notifications, takeNotification, isTold]);

  return [shown, (number) => setShown((before) => before.filter((one) => one.number !== number))];
}
