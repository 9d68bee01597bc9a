import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { pageResult, type SearchResult } from '../search/SearchResult.ts';
import { useMenuSearch } from '../search/useMenuSearch.ts';
import { useLabel } from '../useLabel.ts';
import type { RecentRecord } from './recentRecords.ts';
import { useFoundRecords, type FindRecords } from './useFoundRecords.ts';

/** Of the menu; more are found by typing more. */
const MAX_PAGES = 8;

/** What the palette shows for a text: pages, records that were open, and records that the server finds. */
export function usePaletteResults(query: string, recent: readonly RecentRecord[], findRecords: FindRecords) {
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
        ...{ key: `recent ${to}`, group: translate('palette.recent'), title, detail: label(page) },
        ...{ icon, to, isExternal: false },
      })),
      ...records
        .filter(({ to }) => !known.has(to))
        .map(({ to, title, detail, page, icon }) => ({
          ...{ key: `record ${to}`, group: translate('palette.records'), title, icon, to, isExternal: false },
          detail: [label(page), detail].filter((one) => one !== '').join(' · '),
        })),
    ];
  }, [query, search, recent, records, label, translate]);
  return { results, isPending };
}
