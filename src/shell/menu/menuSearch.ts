import Fuse from 'fuse.js/basic';
import type { SearchTarget } from './searchPool.ts';

/** A page with its titles in one language. */
export interface SearchEntry extends Pick<SearchTarget, 'key' | 'icon' | 'to' | 'isExternal'> {
  titles: readonly string[];
  /** Pinyin of the page's own title; empty if pinyin isn't searched. */
  pinyin: string;
}

export type MenuIndex = (query: string) => readonly SearchEntry[];

/** Longest text for the fuzzy search (set by the spec). Longer texts are only searched literally. */
const MAX_FUZZY_LENGTH = 32;

const FUSE_OPTIONS = {
  threshold: 0.4,
  keys: [
    { name: 'titles', weight: 0.7 },
    { name: 'pinyin', weight: 0.3 },
    { name: 'path', weight: 0.3 },
  ],
};

/** Finds pages by their title, parent titles, pinyin and address, best match first. */
export function createMenuSearch(entries: readonly SearchEntry[]): MenuIndex {
  const documents = entries.map((entry) => ({ entry, titles: entry.titles, pinyin: entry.pinyin, path: entry.to }));
  const fuse = new Fuse(documents, FUSE_OPTIONS);
  return (query) => {
    const text = query.trim();
    if (text === '') return [];
    const literal = entries.filter((entry) => holds(entry, text.toLowerCase()));
    if (text.length > MAX_FUZZY_LENGTH) return literal;
    // Fuse doesn't search deep inside long texts, so literal matches are added.
    return [...new Set([...fuse.search(text).map(({ item }) => item.entry), ...literal])];
  };
}

/** Title of a page in results: `Parent > Child`. */
export function titleOf({ titles }: SearchEntry): string {
  return titles.join(' > ');
}

function holds(entry: SearchEntry, text: string): boolean {
  return [titleOf(entry), entry.pinyin, entry.to].some((one) => one.toLowerCase().includes(text));
}
