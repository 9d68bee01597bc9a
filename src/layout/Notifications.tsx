import { Box } from '@mui/material';
import { useEffect, useState } from 'react';
import { useNotificationContext, type NotificationPayload } from 'react-admin';
import { Toast } from './Toast.tsx';

/** More at once say nothing more; the oldest gives way. */
const MAX_TOASTS = 4;

interface ShownNotification extends NotificationPayload {
  number: number;
}

/** What react-admin and the pages have to tell, stacked at the top; each goes by itself. */
export function Notifications() {
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<readonly ShownNotification[]>([]);

  useEffect(() => {
    const notification = notifications.length > 0 ? takeNotification() : undefined;
    if (!notification) return;
    setShown((before) => {
      const number = (before.at(-1)?.number ?? 0) + 1;
      const others = before.filter(({ message }) => message !== notification.message);
      return [...others.slice(1 - MAX_TOASTS), { ...notification, number }];
    });
  }, [notifications, takeNotification]);

  return (
    <Box
      sx={{
        position: 'fixed',
        top: 16,
        left: '50%',
        transform: 'translateX(-50%)',
        zIndex: 'snackbar',
        display: 'grid',
        gap: 1,
        width: 'min(480px, calc(100vw - 32px))',
        justifyItems: 'center',
      }}
    >
      {shown.map(({ number, ...notification }) => (
        <Toast
          key={number}
          notification={notification}
          onClose={() => setShown((before) => before.filter((one) => one.number !== number))}
        />
      ))}
    </Box>
  );
}
