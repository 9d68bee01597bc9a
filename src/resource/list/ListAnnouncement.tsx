import { Box } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { visuallyHidden } from '#console/ui/visuallyHidden.ts';
import { useListFilter } from './useListFilter.ts';
import { shownRange } from './ListPagination.tsx';

/**
 * Pause in milliseconds. Several changes in a row are announced once, after the screen reader has read out the keys
 * that made them.
 */
const PAUSE_MS = 500;

/** Announces the result of another filter, search or page to screen readers. The initial rows aren't announced. */
export function ListAnnouncement() {
  const { page, perPage, data, isPlaceholderData, ...list } = useListContext();
  const [filter] = useListFilter();
  const { translate } = useFormatContext();
  const [text, setText] = useState('');
  const total = data && !isPlaceholderData ? list.total : undefined;
  const announced = useRef<string | null>(null);
  const asked = JSON.stringify({ page, perPage, filter });
  const isThere = total !== undefined;

  const announce = useEffectEvent(() => {
    announced.current = asked;
    if (total === undefined) return;
    setText(
      total === 0 ? translate('list.no_results_title') : translate('list.shown', shownRange({ page, perPage }, total)),
    );
  });

  useEffect(() => {
    if (!isThere) return undefined;
    announced.current ??= asked;
    if (announced.current === asked) return undefined;
    const timer = setTimeout(() => announce(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked, isThere]);
  // Cleared so that the same text is announced again, and a page that is shown again announces nothing.
  useEffect(() => () => setText(''), [asked]);

  return (
    <Box role="status" sx={visuallyHidden}>
      {text}
    </Box>
  );
}
