import { Box } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { UnreadNotifications } from '#shared/contract/notifications.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { visuallyHidden } from '@merchant-console/ra-declared/internal';
import { sentenceOf } from './sentenceOf.ts';
import { useUnread } from './useInbox.ts';

export interface UnreadWatcherProps {
  onUnread: (unread: UnreadNotifications | undefined) => void;
}

/** Follows the number of unread notifications, and announces new ones to screen readers, except in the first response. */
export function UnreadWatcher({ onUnread }: UnreadWatcherProps) {
  const unread = useUnread();
  const context = useFormatContext();
  const last = useRef<string | null | undefined>(undefined);
  const [text, setText] = useState('');
  const newest = unread?.newest ?? null;
  useEffect(() => onUnread(unread), [unread, onUnread]);
  useEffect(() => {
    if (unread === undefined) return;
    const before = last.current;
    if (newest !== null || before === undefined) last.current = newest?.id ?? null;
    if (before === undefined || newest === null || (before !== null && newest.id <= before)) return;
    setText(context.translate('inbox.new', { sentence: sentenceOf(newest, context) }));
  }, [unread, newest, context]);
  return (
    <Box role="status" component="span" sx={visuallyHidden}>
      {text}
    </Box>
  );
}
