import CloseIcon from '@mui/icons-material/Close';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import {
  Box,
  Button,
  Drawer,
  IconButton,
  List,
  Popover,
  Skeleton,
  Typography,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useEffect, useEffectEvent, useId } from 'react';
import { useGetIdentity, useNotify } from 'react-admin';
import type { UnreadNotifications } from '#shared/contract/notifications.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { Notice } from '#console/views/state/Notice.tsx';
import { NotificationItem } from './NotificationItem.tsx';
import { useMarkRead, useNotificationList } from './useInbox.ts';

interface NotificationPanelProps {
  anchor: HTMLElement;
  unread: UnreadNotifications | undefined;
  onClose(): void;
}

/** What the user has been told, below the bell; on a phone over the whole width. */
export function NotificationPanel({ anchor, unread, onClose }: NotificationPanelProps) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const titleId = useId();
  const dialog = { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId };
  const content = <PanelContent {...{ titleId, unread, onClose, isPhone }} />;
  if (isPhone) {
    return (
      <Drawer open anchor="right" onClose={onClose} slotProps={{ paper: { ...dialog, sx: { width: '100%' } } }}>
        {content}
      </Drawer>
    );
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { ...dialog, sx: { width: 420, maxHeight: 'min(640px, 80vh)', display: 'flex' } } }}
    >
      {content}
    </Popover>
  );
}

interface PanelContentProps extends Pick<NotificationPanelProps, 'unread' | 'onClose'> {
  titleId: string;
  isPhone: boolean;
}

function PanelContent({ titleId, unread, onClose, isPhone }: PanelContentProps) {
  const { translate } = useFormatContext();
  const notify = useNotify();
  const list = useNotificationList();
  const markRead = useMarkRead();
  const isFixed = Boolean(useGetIdentity().identity?.['preview']);
  const { items, error } = list;
  const first = items?.[0]?.id;
  const newest = unread?.newest?.id;
  const lookAgain = useEffectEvent(() => {
    if (newest !== undefined && first !== undefined && newest > first && !list.isFetching) void list.refetch();
  });
  useEffect(() => lookAgain(), [newest]);

  const mark = (what: Parameters<typeof markRead>[0]) =>
    void markRead(what).catch(() => notify('inbox.mark_error', { type: 'error' }));

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography id={titleId} component="h2" variant="subtitle1" sx={{ flex: 1, fontWeight: 600 }}>
          {translate('shell.notifications')}
        </Typography>
        {first !== undefined && (
          <Button size="small" disabled={isFixed || !unread?.count} onClick={() => mark({ up_to: first })}>
            {translate('inbox.mark_all')}
          </Button>
        )}
        {isPhone && (
          <IconButton aria-label={translate('shell.close')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        )}
      </Box>
      <Box sx={{ overflowY: 'auto', flex: 1 }}>
        {!items && !error && <Skeleton aria-busy="true" variant="rounded" height={160} sx={{ m: 2 }} />}
        {!items && error && (
          <Notice
            role="alert"
            title={translate('inbox.load_error')}
            text={errorText(error, translate)}
            action={{ label: translate('list.retry'), onClick: () => void list.refetch() }}
          />
        )}
        {items?.length === 0 && (
          <Notice
            icon={<NotificationsOutlined />}
            title={translate('inbox.empty')}
            text={translate('inbox.empty_text')}
          />
        )}
        {items && items.length > 0 && (
          <List disablePadding>
            {items.map((item) => (
              <NotificationItem
                key={item.id}
                item={item}
                onOpen={() => {
                  if (!isFixed && item.read_at === null) mark({ id: item.id });
                }}
                onLeave={onClose}
              />
            ))}
          </List>
        )}
        {list.hasMore && (
          <Box sx={{ p: 1.5, textAlign: 'center' }}>
            <Button size="small" loading={list.isPlaceholderData} onClick={list.showMore}>
              {translate('inbox.more')}
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  );
}
