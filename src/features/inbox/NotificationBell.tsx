import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import { Box, IconButton } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { UnreadNotifications } from '#shared/contract/notifications.ts';
import { withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand, prefetchBy } from '#console/ui/loading/onDemand.tsx';

const NotificationPanel = onDemand(
  async () => (await withLateTexts(import('./NotificationPanel.tsx'))).NotificationPanel,
);

/** More than these are not counted. */
const MOST = 99;

/**
 * Opens the notifications, and shows how many are unread.
 * @param props.unread undefined until the server has been asked
 */
export function NotificationBell({ unread }: { unread: UnreadNotifications | undefined }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const count = unread?.count ?? 0;
  return (
    <Box component="span" sx={{ position: 'relative', flexShrink: 0 }}>
      <IconButton
        aria-label={
          count === 0 ? translate('shell.notifications') : translate('inbox.title_unread', { smart_count: count })
        }
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        {...prefetchBy(NotificationPanel)}
        sx={{ color: 'text.secondary' }}
      >
        <NotificationsOutlined />
      </IconButton>
      {count > 0 && (
        <Box component="span" aria-hidden sx={countStyles}>
          {count > MOST ? `${MOST}+` : count}
        </Box>
      )}
      {anchor && <NotificationPanel anchor={anchor} unread={unread} onClose={() => setAnchor(null)} />}
    </Box>
  );
}

const countStyles = {
  position: 'absolute',
  pointerEvents: 'none',
  top: -2,
  insetInlineEnd: -2,
  minWidth: 18,
  px: 0.5,
  borderRadius: '9px',
  textAlign: 'center',
  typography: 'caption',
  lineHeight: '18px',
  color: 'error.contrastText',
  backgroundColor: 'error.main',
};
