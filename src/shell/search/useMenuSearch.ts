import type { SvgIcon } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { menuIcon } from '#console/ui/menuIcons.ts';
import { createMenuSearch, titleOf, type MenuIndex, type SearchEntry } from '../menu/menuSearch.ts';
import { useLabel, useLanguage } from '../useLabel.ts';
import { useSearch } from './SearchContext.ts';
import { useShellSettings } from '../settings/shellSettingsStore.ts';

/** Search of the menu in the current language. It includes Fuse, so only code that is loaded late may use it. */
export function useMenuSearch(): MenuIndex {
  const { pool } = useSearch();
  const label = useLabel();
  const pinyinOf = usePinyin();
  return useMemo(() => {
    const entries = pool.map(({ titles, ...target }) => {
      const words = titles.map(label);
      return { ...target, titles: words, pinyin: pinyinOf?.(words.at(-1) ?? '') ?? '' };
    });
    return createMenuSearch(entries);
  }, [pool, label, pinyinOf]);
}

type PinyinOf = (text: string) => string;

/** Converts titles to pinyin. Null if pinyin isn't searched or the dictionary isn't loaded. */
function usePinyin(): PinyinOf | null {
  const { pinyinSearch } = useShellSettings().settings;
  const isWanted = useLanguage() === 'zh' && pinyinSearch;
  const [pinyinOf, setPinyinOf] = useState<PinyinOf | null>(null);
  useEffect(() => {
    if (!isWanted || pinyinOf) return;
    // Without the dictionary, titles are still found by their characters.
    import('../menu/pinyinOf.ts').then(
      (loaded) => setPinyinOf(() => loaded.pinyinOf),
      () => {},
    );
  }, [isWanted, pinyinOf]);
  return isWanted ? pinyinOf : null;
}

/** A line of results of any kind. */
export interface SearchResult {
  key: string;
  /** Heading of its group, or '' for none. */
  group: string;
  title: string;
  detail: string;
  Icon: typeof SvgIcon;
  /** Address to open, or an action. */
  opens: { to: string; isExternal: boolean } | (() => void);
}

export function pageResult(entry: SearchEntry, group: string): SearchResult {
  const { key, icon, to, isExternal } = entry;
  return {
    key: `page ${key}`,
    group,
    title: titleOf(entry),
    detail: '',
    Icon: menuIcon(icon),
    opens: { to, isExternal },
  };
}
