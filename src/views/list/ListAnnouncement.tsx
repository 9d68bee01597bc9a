import { Box } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { outOfSight } from '../state/outOfSight.ts';
import type { ListParams } from './listParams.ts';
import { shownRange } from './shownRange.ts';

/** Several changes in a row are told once, after whatever the keys that made them are read out as. */
const PAUSE_MS = 500;

interface ListAnnouncementProps {
  params: ListParams;
  /** Of the rows that `params` ask for; undefined until they have come. */
  total: number | undefined;
}

/** Tells those who don't see it what another filter, search or page has led to. What a list begins with is no news. */
export function ListAnnouncement({ params, total }: ListAnnouncementProps) {
  const { page, perPage, filter } = params;
  const { translate } = useFormatContext();
  const [text, setText] = useState('');
  const known = useRef<string | null>(null);
  const asked = JSON.stringify({ page, perPage, filter });
  const isThere = total !== undefined;

  const tell = useEffectEvent(() => {
    known.current = asked;
    if (total === undefined) return;
    setText(total === 0 ? translate('list.no_results_title') : translate('list.shown', shownRange(params, total)));
  });

  useEffect(() => {
    if (!isThere) return undefined;
    known.current ??= asked;
    if (known.current === asked) return undefined;
    const timer = setTimeout(() => tell(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked, isThere]);
  // The same words are news again; and a page that is shown again says nothing.
  useEffect(() => () => setText(''), [asked]);

  return (
    <Box role="status" sx={outOfSight}>
      {text}
    </Box>
  );
}
