import type { Visits } from './visits.ts';

/** A tab of the bar. */
export interface OpenTab {
  path: string;
  /** Where a press on it leads: the page as it was last. */
  address: string;
  /** In the user's language. */
  title: string;
  /** Always there, at the left, and cannot be closed. */
  isPinned: boolean;
  isUnsaved: boolean;
}

/** A page that has a tab whether it was opened or not. */
interface PinnedPage {
  path: string;
  title: string;
}

/** @param titleOf the title of the page at a path; null where the menu has none any more: it has no tab */
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

/** Where to go when the open page's tab is gone: to the last one left. */
export function lastAddress(tabs: readonly OpenTab[]): string {
  return tabs.at(-1)?.address ?? '/';
}

/** What can be done with the tab of a path. The same object always, so that tabs need not be drawn anew. */
export interface TabActions {
  open(path: string): void;
  /** Builds the page anew, with fresh data. */
  refresh(path: string): void;
  close(path: string): void;
  /** Goes to the tab's page; of the others only the pinned ones stay, and nothing of what was in them. */
  closeOthers(path: string): void;
  closeAll(): void;
}
