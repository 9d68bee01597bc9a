import Search from '@mui/icons-material/Search';
import { Box, Dialog, InputBase, Typography } from '@mui/material';
import { useState, useMemo, type KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import { ResultList, useResultList, useOpenResult } from '../search/ResultList.tsx';
import { pageResult, useMenuSearch, type SearchResult } from '../search/useMenuSearch.ts';
import type { RecentRecord } from './recentRecords.ts';
import { recordResult, useFoundRecords, type FindRecords } from './useFoundRecords.ts';
import { useHurriedEnter } from './useHurriedEnter.ts';
import { useLabel } from '../useLabel.ts';

interface PaletteProps {
  recent: readonly RecentRecord[];
  findRecords: FindRecords;
  onClose: () => void;
}

/** Command palette: opens a page, a recently opened record, or a record whose number is entered. */
export function Palette(props: PaletteProps) {
  const name = useTranslate()('palette.name');
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={props.onClose}
      slotProps={{ paper: { 'aria-label': name } }}
      sx={dialogStyles}
    >
      {/* A separate component, because it must mount when the dialog already contains its field. */}
      <PalettePanel {...props} name={name} />
    </Dialog>
  );
}

function PalettePanel({ recent, findRecords, onClose, name }: PaletteProps & { name: string }) {
  const translate = useTranslate();
  const openResult = useOpenResult();
  const [query, setQuery] = useState('');
  const { results, isPending } = usePaletteResults(query, recent, findRecords);
  function choose(result: SearchResult): void {
    onClose();
    openResult(result);
  }
  const list = useResultList({ results, query, onQuery: setQuery, onChoose: choose, onEscape: onClose });
  const onEnter = useHurriedEnter({ query, results, isPending, choose });
  const { ref, ...input } = list.getInputProps();
  const { onMouseDown: _, ...root } = list.getRootProps({
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && onEnter(),
  });
  const hint = hintOf({ isPending, isEmpty: query.trim() === '', hasResults: results.length > 0 });
  return (
    <Box {...root} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Search fontSize="small" sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          inputRef={ref}
          inputProps={{ ...input, 'aria-label': name }}
          placeholder={translate('palette.placeholder')}
          sx={{ minHeight: 52, fontSize: '1rem' }}
        />
      </Box>
      <ResultList list={list} label={name} sx={{ flex: 1, minHeight: 0 }} />
      <Typography role="status" color="text.secondary" sx={hint ? { px: 2, py: 1.5 } : {}}>
        {hint && translate(`palette.${hint}`)}
      </Typography>
    </Box>
  );
}

function hintOf(now: { isPending: boolean; isEmpty: boolean; hasResults: boolean }) {
  if (now.isPending) return 'searching';
  if (now.hasResults) return null;
  return now.isEmpty ? 'hint' : 'nothing';
}

/** Pinned to the top, so that the field stays in place while the list grows. */
const dialogStyles = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .MuiDialog-paper': { mt: { xs: 2, sm: '12vh' }, mx: { xs: 1, sm: 4 }, maxHeight: 'min(560px, 70dvh)' },
  '& .MuiDialog-paperFullWidth': { width: { xs: 'calc(100% - 16px)', sm: 'calc(100% - 64px)' } },
} as const;

/** Maximum number of menu pages in the results. Users find more by typing more. */
const MAX_PAGES = 8;

/** Results for a text: pages, recently opened records, and records that the server finds. */
function usePaletteResults(query: string, recent: readonly RecentRecord[], findRecords: FindRecords) {
  const translate = useTranslate();
  const label = useLabel();
  const search = useMenuSearch();
  const { records, isPending } = useFoundRecords(query, findRecords);
  const results = useMemo((): SearchResult[] => {
    const text = query.trim().toLowerCase();
    const pages = search(query).slice(0, MAX_PAGES);
    const opened = recent.filter(({ title }) => title.toLowerCase().includes(text));
    const known = new Set(opened.map(({ to }) => to));
    return [
      ...pages.map((entry) => pageResult(entry, translate('palette.pages'))),
      ...opened.map(({ to, title, page, icon }) => ({
        key: `recent ${to}`,
        group: translate('palette.recent'),
        title,
        detail: label(page),
        icon,
        to,
        isExternal: false,
      })),
      ...records
        .filter(({ to }) => !known.has(to))
        .map((record) => recordResult(record, translate('palette.records'), label)),
    ];
  }, [query, search, recent, records, label, translate]);
  return { results, isPending };
}
