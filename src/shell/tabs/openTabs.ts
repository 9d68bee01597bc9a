import type { Visits } from './visits.ts';

export interface OpenTab {
  path: string;
  /** The page's latest address, which the tab opens. */
  address: string;
  /** In the user's language. */
  title: string;
  /** True if it is always present, at the left, and can't be closed. */
  isPinned: boolean;
  isUnsaved: boolean;
}

/** A page that always has a tab. */
interface PinnedPage {
  path: string;
  title: string;
}

/**
 * Tabs of the pinned pages, then of the other open pages.
 *
 * @param titleOf title of the page at a path, or null if the menu no longer has it; it gets no tab
 */
export function openTabs(
  pinned: readonly PinnedPage[],
  { pages }: Visits,
  titleOf: (path: string) => string | null,
): OpenTab[] {
  const tabOf = (path: string, title: string, isPinned: boolean): OpenTab => {
    const page = pages.find((one) => one.path === path);
    const address = page ? page.location.pathname + page.location.search + page.location.hash : path;
    return { path, address, title, isPinned, isUnsaved: page?.isUnsaved ?? false };
  };
  const others = pages.flatMap(({ path }) => {
    const title = pinned.some((one) => one.path === path) ? null : titleOf(path);
    return title === null ? [] : [tabOf(path, title, false)];
  });
  return [...pinned.map(({ path, title }) => tabOf(path, title, true)), ...others];
}

/** Address to open after the current tab is closed: the last tab's, or `/`. */
export function lastAddress(tabs: readonly OpenTab[]): string {
  return tabs.at(-1)?.address ?? '/';
}

/** Actions on the tab of a path. The object is stable, so that tabs don't re-render. */
export interface TabActions {
  open(path: string): void;
  /** Recreates the page with fresh data. */
  refresh(path: string): void;
  close(path: string): void;
  /** Opens the tab's page and closes the others. Pinned tabs stay, but lose their state. */
  closeOthers(path: string): void;
  closeAll(): void;
}
