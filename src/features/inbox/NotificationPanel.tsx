import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import { Box, Button, List, ListItem, ListItemButton, Skeleton, Typography } from '@mui/material';
import { useEffect, useEffectEvent } from 'react';
import { useNotify } from 'react-admin';
import type { NotificationData, UnreadNotifications } from '#shared/contract/notifications.ts';
import { type FindResourcePlace, useFindPlace, useFormatContext } from '@merchant-console/ra-declared';
import {
  formatInstant,
  importPath,
  Link,
  LoadFailure,
  Notice,
  openablePath,
  useMutationWithToast,
  visuallyHidden,
} from '@merchant-console/ra-declared/internal';
import { useTaskFile } from '#console/ui/useTaskFile.ts';
import { useIsPreview } from '#console/ui/rolePreview.ts';
import { HeaderPanel } from '#console/ui/HeaderPanel.tsx';
import type { PanelProps } from '#console/ui/PanelButton.tsx';
import { useMarkRead, useNotificationList } from './useInbox.ts';
import { sentenceOf } from './sentenceOf.ts';

interface NotificationPanelProps extends PanelProps {
  unread: UnreadNotifications | undefined;
}

/** The user's notifications, below the bell. */
export function NotificationPanel({ anchor, unread, onClose }: NotificationPanelProps) {
  const { translate } = useFormatContext();
  const notify = useNotify();
  const list = useNotificationList();
  const markRead = useMarkRead();
  const isFixed = useIsPreview();
  const { items, error } = list;
  const first = items?.[0]?.id;
  const newest = unread?.newest?.id;
  const lookAgain = useEffectEvent(() => {
    if (newest !== undefined && first !== undefined && newest > first && !list.isFetching) void list.refetch();
  });
  useEffect(() => lookAgain(), [newest]);

  const mark = (what: Parameters<typeof markRead>[0]) =>
    void markRead(what).catch(() => notify('inbox.mark_error', { type: 'error' }));

  const markAll = first !== undefined && (
    <Button size="small" disabled={isFixed || !unread?.count} onClick={() => mark({ up_to: first })}>
      {translate('inbox.mark_all')}
    </Button>
  );
  return (
    <HeaderPanel anchor={anchor} title={translate('shell.notifications')} action={markAll} onClose={onClose}>
      {!items && !error && <Skeleton aria-busy="true" variant="rounded" height={160} sx={{ m: 2 }} />}
      {!items && error && <LoadFailure isSmall title="inbox.load_error" error={error} onRetry={list.refetch} />}
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
      {items && list.hasNextPage && (
        <Box sx={{ p: 1.5, textAlign: 'center' }}>
          <Button size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {translate('inbox.more')}
          </Button>
        </Box>
      )}
    </HeaderPanel>
  );
}

const OWN_SESSIONS = '/account';

interface NotificationItemProps {
  item: NotificationData;
  /** Called when the notification counts as read. */
  onOpen(): void;
  /** Called when a link leads to another page. */
  onLeave(): void;
}

/** A notification's sentence and time. Links to its record, if the user may see that, or downloads its file. */
function NotificationItem({ item, onOpen, onLeave }: NotificationItemProps) {
  const context = useFormatContext();
  const { translate } = context;
  const file = item.kind === 'export_ended' && item.data['status'] === 'done' ? item.data['task_id'] : undefined;
  const to = addressOf(item, useFindPlace());
  const download = useMutationWithToast({ mutationFn: useTaskFile() });
  const isUnread = item.read_at === null;
  const content = (
    <>
      <Box aria-hidden sx={{ ...dotStyles, bgcolor: isUnread ? 'primary.main' : 'transparent' }} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2" sx={{ fontWeight: isUnread ? 600 : 400 }}>
          {isUnread && (
            <Box component="span" sx={visuallyHidden}>
              {`${translate('inbox.unread')}: `}
            </Box>
          )}
          {sentenceOf(item, context)}
        </Typography>
        {item.data['outcome'] && (
          <Typography variant="body2" color="text.secondary">
            {translate(`inbox.outcomes.${item.data['outcome']}`, { name: item.data['by'] })}
          </Typography>
        )}
        {item.data['reason'] && (
          <Typography variant="body2" color="text.secondary">
            {translate('inbox.reason', { reason: item.data['reason'] })}
          </Typography>
        )}
        {item.data['kept_until'] && (
          <Typography variant="body2" color="text.secondary">
            {translate('inbox.kept_until', { time: formatInstant(item.data['kept_until'], context) })}
          </Typography>
        )}
        <Typography variant="caption" color="text.secondary" component="time" dateTime={item.created_at}>
          {formatInstant(item.created_at, context)}
        </Typography>
      </Box>
    </>
  );
  const styles = { alignItems: 'flex-start', gap: 1.5, py: 1.25, borderBottom: 1, borderColor: 'divider' };
  return (
    <ListItem disablePadding>
      {to === null || file ? (
        <ListItemButton
          aria-busy={download.isPending}
          onClick={() => {
            onOpen();
            if (file) download.mutate(file);
          }}
          sx={styles}
        >
          {content}
        </ListItemButton>
      ) : (
        <ListItemButton
          component={Link}
          to={to}
          onClick={() => {
            onOpen();
            onLeave();
          }}
          sx={styles}
        >
          {content}
        </ListItemButton>
      )}
    </ListItem>
  );
}

/** Address of the record that a notification is about, or null if the user has no page for it. */
function addressOf({ kind, data }: Pick<NotificationData, 'kind' | 'data'>, find: FindResourcePlace): string | null {
  if (kind === 'sign_in' || kind === 'sign_in_locked') return OWN_SESSIONS;
  const { resource = '', record_id: id, import_id: file, from, to } = data;
  const place = find(resource);
  if (!place) return null;
  if (file !== undefined) return `${importPath(place.basePath)}?${new URLSearchParams({ id: file })}`;
  if (from !== undefined && to !== undefined) return `${place.basePath}?${new URLSearchParams({ from, to })}`;
  return (id === undefined ? null : openablePath(find, resource, id)) ?? place.basePath;
}

const dotStyles = { width: 8, height: 8, borderRadius: '50%', mt: 0.75, flexShrink: 0 };
