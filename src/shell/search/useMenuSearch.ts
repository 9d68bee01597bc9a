import type { SvgIcon } from '@mui/material';
import Fuse from 'fuse.js/basic';
import { useEffect, useMemo, useState } from 'react';
import { menuIcon } from '@merchant-console/ra-declared/internal';
import { useLabel, useLanguage } from '../useLabel.ts';
import { useSearch } from './SearchContext.ts';
import { useShellSettings } from '../settings/shellSettingsStore.ts';
import type { SearchTarget } from '../menu/searchPool.ts';

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

/** A page with its titles in one language. */
export interface SearchEntry extends Pick<SearchTarget, 'key' | 'icon' | 'to' | 'isExternal'> {
  titles: readonly string[];
  /** Pinyin of the page's own title; empty if pinyin isn't searched. */
  pinyin: string;
}

type MenuIndex = (query: string) => readonly SearchEntry[];

/** Longest text for the fuzzy search (set by the spec). Longer texts are only searched literally. */
const MAX_FUZZY_LENGTH = 32;

const FUSE_OPTIONS = {
  threshold: 0.4,
  keys: [
    { name: 'titles', weight: 0.7 },
    { name: 'pinyin', weight: 0.3 },
    { name: 'to', weight: 0.3 },
  ],
};

/**
 * Finds pages by their title, parent titles, pinyin and address, best match first, equal ones in the menu's order. Pages
 * that only resemble the text are found if no page contains it.
 */
export function createMenuSearch(entries: readonly SearchEntry[]): MenuIndex {
  const fuse = new Fuse(entries, FUSE_OPTIONS);
  return (query) => {
    const text = query.trim();
    if (text === '') return [];
    const literal = entries
      .map((entry) => ({ entry, rank: rankOf(entry, text.toLowerCase()) }))
      .filter(({ rank }) => rank >= 0)
      .toSorted((one, other) => one.rank - other.rank);
    if (literal.length > 0 || text.length > MAX_FUZZY_LENGTH) return literal.map(({ entry }) => entry);
    return fuse.search(text).map(({ item }) => item);
  };
}

/** 0 if the page's title is the text in lower case, more the weaker the match, -1 if the page doesn't contain it. */
function rankOf(entry: SearchEntry, text: string): number {
  const chain = titleOf(entry).toLowerCase();
  const own = (entry.titles.at(-1) ?? '').toLowerCase();
  const pinyin = entry.pinyin.toLowerCase();
  return [
    own === text,
    own.startsWith(text) || pinyin.startsWith(text),
    [' ', '-', '('].some((before) => own.includes(before + text)),
    own.includes(text) || pinyin.includes(text),
    chain.includes(text),
    entry.to.toLowerCase().includes(text),
  ].indexOf(true);
}

/** Title of a page in results: `Parent > Child`. */
export function titleOf({ titles }: SearchEntry): string {
  return titles.join(' > ');
}
