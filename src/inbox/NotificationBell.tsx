import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import { Box, IconButton } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { onDemand } from '#console/loading/onDemand.tsx';
import { prefetchBy } from '#console/loading/prefetchBy.ts';
import { outOfSight } from '#console/views/state/outOfSight.ts';
import { sentenceOf } from './sentenceOf.ts';
import { useUnread } from './useInbox.ts';

const NotificationPanel = onDemand(async () => (await import('./NotificationPanel.tsx')).NotificationPanel);

/** More than these are not counted. */
const MOST = 99;

/** Opens what the user has been told, and says how much of it is new. @param props.page the open one */
export function NotificationBell({ page }: { page: string }) {
  const { translate } = useFormatContext();
  const unread = useUnread(page);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const count = unread?.count ?? 0;
  return (
    <Box component="span" sx={{ position: 'relative', flexShrink: 0 }}>
      <IconButton
        aria-label={count === 0 ? translate('inbox.title') : translate('inbox.title_unread', { smart_count: count })}
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
      <NewArrival unread={unread} />
      {anchor && <NotificationPanel anchor={anchor} unread={unread} onClose={() => setAnchor(null)} />}
    </Box>
  );
}

/** Says when something new has come; what was there at the beginning is not new. */
function NewArrival({ unread }: { unread: ReturnType<typeof useUnread> }) {
  const context = useFormatContext();
  const last = useRef<string | null | undefined>(undefined);
  const [text, setText] = useState('');
  const newest = unread?.newest ?? null;
  useEffect(() => {
    if (unread === undefined) return;
    const before = last.current;
    if (newest !== null || before === undefined) last.current = newest?.id ?? null;
    if (before === undefined || newest === null || (before !== null && newest.id <= before)) return;
    setText(context.translate('inbox.new', { sentence: sentenceOf(newest, context) }));
  }, [unread, newest, context]);
  return (
    <Box role="status" component="span" sx={outOfSight}>
      {text}
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
