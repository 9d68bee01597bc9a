import { useMemo } from 'react';
import { createMenuSearch, type MenuSearch } from '#console/menu/menuSearch.ts';
import { useLabel } from '../useLabel.ts';
import { useSearchPool } from './SearchPool.ts';
import { usePinyin } from './usePinyin.ts';

/** The search of the menu in the present language. It brings Fuse along: only what is loaded late may use it. */
export function useMenuSearch(): MenuSearch {
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
