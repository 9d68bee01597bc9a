import Search from '@mui/icons-material/Search';
import { Box, Dialog, InputBase, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Label } from '@merchant-console/declaration';
import { menuIcon, pageCommands } from '@merchant-console/ra-declared/internal';
import { ResultList, useResultList } from '../search/ResultList.tsx';
import { recordResult, useFoundRecords } from '../search/useFoundRecords.ts';
import { pageResult, useMenuSearch, type SearchResult } from '../search/useMenuSearch.ts';
import { useLabel } from '../useLabel.ts';

/** A record that the user has opened. */
export interface RecentRecord {
  /** Its address, which identifies it. */
  to: string;
  title: string;
  /** Title of the page that it belongs to. */
  page: Label;
  icon: string | null;
}

interface PaletteProps {
  recent: readonly RecentRecord[];
  onClose: () => void;
}

/** Command palette: opens a page, a recently opened record, or a record whose number is entered; runs an action of the page. */
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

function PalettePanel({ recent, onClose, name }: PaletteProps & { name: string }) {
  const translate = useTranslate();
  const [query, setQuery] = useState('');
  const { results, isPending } = usePaletteResults(query, recent);
  const { list, root, input } = useResultList({ results, isPending, query, onQuery: setQuery, onClose });
  const { ref, ...inputProps } = input;
  const hint = hintOf({
    isPending,
    isEmpty: query.trim() === '',
    hasRecent: recent.length > 0,
    hasResults: results.length > 0,
  });
  return (
    <Box {...root} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Search fontSize="small" sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          inputRef={ref}
          inputProps={{ ...inputProps, 'aria-label': name }}
          placeholder={translate('finder.placeholder')}
          sx={{ minHeight: 52, fontSize: '1rem' }}
        />
      </Box>
      <ResultList list={list} label={name} sx={{ flex: 1, minHeight: 0 }} />
      <Typography role="status" color="text.secondary" sx={hint ? { px: 2, py: 1.5 } : {}}>
        {hint && translate(`finder.${hint}`)}
      </Typography>
    </Box>
  );
}

function hintOf(now: { isPending: boolean; isEmpty: boolean; hasRecent: boolean; hasResults: boolean }) {
  if (now.isPending) return 'searching';
  if (now.isEmpty) return now.hasRecent ? null : 'hint';
  return now.hasResults ? null : 'nothing';
}

/** Pinned to the top, so that the field stays in place while the list grows. */
const dialogStyles = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .MuiDialog-paper': { mt: { xs: 2, sm: '12vh' }, mx: { xs: 1, sm: 4 }, maxHeight: 'min(560px, 70dvh)' },
  '& .MuiDialog-paperFullWidth': { width: { xs: 'calc(100% - 16px)', sm: 'calc(100% - 64px)' } },
} as const;

/** Maximum number of menu pages in the results. Users find more by typing more. */
const MAX_PAGES = 8;

/** Results for a text: pages, recently opened records, records that the server finds, and actions of the page. */
function usePaletteResults(query: string, recent: readonly RecentRecord[]) {
  const translate = useTranslate();
  const label = useLabel();
  const search = useMenuSearch();
  const [commands] = useState(pageCommands);
  const { records, isPending } = useFoundRecords(query);
  const results = useMemo((): SearchResult[] => {
    const text = query.trim().toLowerCase();
    const pages = search(query).slice(0, MAX_PAGES);
    const opened = recent.filter(({ title }) => title.toLowerCase().includes(text));
    const actions = commands.flatMap(({ label: title, Icon, run }) =>
      title.toLowerCase().startsWith(text)
        ? [{ key: `action ${title}`, group: translate('finder.actions'), title, detail: '', Icon, opens: run }]
        : [],
    );
    const known = new Set(opened.map(({ to }) => to));
    const found = [
      ...pages.map((entry) => pageResult(entry, translate('finder.pages'))),
      ...opened.map(({ to, title, page, icon }) => ({
        key: `recent ${to}`,
        group: translate('finder.recent'),
        title,
        detail: label(page),
        Icon: menuIcon(icon),
        opens: { to, isExternal: false },
      })),
      ...records
        .filter(({ to }) => !known.has(to))
        .map((record) => recordResult(record, translate('finder.records'), label)),
    ];
    // Before a text, Enter opens the most recent record.
    return text === '' ? [...found, ...actions] : [...actions, ...found];
  }, [query, search, recent, commands, records, label, translate]);
  return { results, isPending };
}
