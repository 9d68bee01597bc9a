import { useEffect, useMemo, useState } from 'react';
import { createMenuSearch, titleOf, type MenuIndex, type SearchEntry } from '../menu/menuSearch.ts';
import { useLabel, useLanguage } from '../useLabel.ts';
import { useSearchPool } from './SearchPool.ts';
import { useShellSettings } from '../settings/shellSettingsStore.ts';

/** The search of the menu in the present language. It brings Fuse along: only what is loaded late may use it. */
export function useMenuSearch(): MenuIndex {
  const pool = useSearchPool();
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

/** How titles are pronounced; null while that is not searched, or its dictionary is not here. */
function usePinyin(): PinyinOf | null {
  const { pinyinSearch } = useShellSettings().settings;
  const isWanted = useLanguage() === 'zh' && pinyinSearch;
  const [pinyinOf, setPinyinOf] = useState<PinyinOf | null>(null);
  useEffect(() => {
    if (!isWanted || pinyinOf) return;
    // Without the dictionary titles are still found as they are written.
    import('../menu/pinyinOf.ts').then(
      (loaded) => setPinyinOf(() => loaded.pinyinOf),
      () => {},
    );
  }, [isWanted, pinyinOf]);
  return isWanted ? pinyinOf : null;
}

/** One line of results, of whichever kind. */
export interface SearchResult {
  key: string;
  /** Heading over the results of its kind; '' for none. */
  group: string;
  title: string;
  detail: string;
  /** Name of a menu icon. */
  icon: string | null;
  to: string;
  isExternal: boolean;
}

export function pageResult(entry: SearchEntry, group: string): SearchResult {
  const { key, icon, to, isExternal } = entry;
  return { key: `page ${key}`, group, title: titleOf(entry), detail: '', icon, to, isExternal };
}
