import { Box, ListItem, ListItemButton, Typography } from '@mui/material';
import type { NotificationData } from '#shared/contract/notifications.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { Link } from '#console/router/Link.tsx';
import { formatInstant } from '#console/views/record/formatInstant.ts';
import { useFindPlace, type FindResourcePlace } from '#console/views/resourcePlaces.ts';
import { recordPath } from '#console/views/ResourceView.ts';
import { outOfSight } from '#console/views/state/outOfSight.ts';
import { sentenceOf } from './sentenceOf.ts';

const OWN_SESSIONS = '/account';

interface NotificationItemProps {
  item: NotificationData;
  /** It counts as read. */
  onOpen(): void;
  /** It leads to another page. */
  onLeave(): void;
}

/** One sentence with its time, which leads to what it is about, where the user may see that. */
export function NotificationItem({ item, onOpen, onLeave }: NotificationItemProps) {
  const context = useFormatContext();
  const { translate } = context;
  const to = addressOf(item, useFindPlace());
  const isUnread = item.read_at === null;
  const content = (
    <>
      <Box aria-hidden sx={{ ...dotStyles, bgcolor: isUnread ? 'primary.main' : 'transparent' }} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2" sx={{ fontWeight: isUnread ? 600 : 400 }}>
          {isUnread && (
            <Box component="span" sx={outOfSight}>
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
        <Typography variant="caption" color="text.secondary" component="time" dateTime={item.created_at}>
          {formatInstant(item.created_at, context)}
        </Typography>
      </Box>
    </>
  );
  const styles = { alignItems: 'flex-start', gap: 1.5, py: 1.25, borderBottom: 1, borderColor: 'divider' };
  return (
    <ListItem disablePadding>
      {to === null ? (
        <ListItemButton onClick={onOpen} sx={styles}>
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

/** Where the record of a notification is shown; null where the user has no page of it. */
export function addressOf(
  { kind, data }: Pick<NotificationData, 'kind' | 'data'>,
  find: FindResourcePlace,
): string | null {
  if (kind === 'sign_in') return OWN_SESSIONS;
  const { resource = '', record_id: id } = data;
  const place = find(resource);
  if (!place) return null;
  const canShow = place.permissions.includes(`${resource}.show`);
  return id !== undefined && canShow ? recordPath(place.basePath, id) : place.basePath;
}

const dotStyles = { width: 8, height: 8, borderRadius: '50%', mt: 0.75, flexShrink: 0 };
