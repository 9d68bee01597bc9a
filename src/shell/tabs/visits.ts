import type { Location } from 'react-router-dom';

/** A page that has been opened in this session. Its path is what makes it one page; its query may change. */
export interface Visit {
  path: string;
  /** Where it was last. */
  location: Location;
  /** How often it was rebuilt. */
  version: number;
  /** It is kept in memory, with what is loaded and typed there. */
  isAlive: boolean;
  /** Something typed in it is not saved. */
  isUnsaved: boolean;
  /** It is done with, and goes as soon as another page is open. */
  isFinished: boolean;
}

export interface Visits {
  /** In the order in which they were first opened. */
  pages: readonly Visit[];
  /** Paths, the one that was open last at the end. */
  recent: readonly string[];
}

/**
 * More pages than people go back and forth between. Each costs 0.8 MB; one that is shown again beyond it reads its
 * address and the cache. A page with unsaved changes is kept in any case.
 */
export const MAX_ALIVE = 4;

export const NO_VISITS: Visits = { pages: [], recent: [] };

/**
 * The page at `location` is open.
 *
 * @param isKept whether the page at a path may stay in memory while another is open
 */
export function visit(visits: Visits, location: Location, isKept: (path: string) => boolean): Visits {
  const path = location.pathname;
  const known = pageAt(visits, path);
  const isLatest = visits.recent.at(-1) === path;
  if (isLatest && known?.location === location) return visits;
  const pages = known
    ? visits.pages.map((page) => (page === known ? { ...page, location, isAlive: true } : page))
    : [...visits.pages, newVisit(location)];
  const recent = [...visits.recent.filter((one) => one !== path), path];
  return letGo({ pages, recent }, path, isKept);
}

/** Adds a page that is not loaded before somebody goes there. */
export function addUnopened(visits: Visits, location: Location): Visits {
  if (pageAt(visits, location.pathname)) return visits;
  return { ...visits, pages: [...visits.pages, { ...newVisit(location), isAlive: false }] };
}

export function close(visits: Visits, path: string): Visits {
  return keepOnly(visits, (page) => page.path !== path);
}

export function closeOthers(visits: Visits, path: string): Visits {
  return keepOnly(visits, (page) => page.path === path);
}

/** From now on the page is another one: built anew, with nothing typed in it. */
export function rebuild(visits: Visits, path: string): Visits {
  return changePage(visits, path, (page) => ({ ...page, version: page.version + 1, isUnsaved: false }));
}

export function markUnsaved(visits: Visits, path: string, isUnsaved: boolean): Visits {
  return changePage(visits, path, (page) => (page.isUnsaved === isUnsaved ? page : { ...page, isUnsaved }));
}

export function markFinished(visits: Visits, path: string, isFinished: boolean): Visits {
  return changePage(visits, path, (page) => (page.isFinished === isFinished ? page : { ...page, isFinished }));
}

export function pageAt({ pages }: Visits, path: string): Visit | undefined {
  return pages.find((page) => page.path === path);
}

function newVisit(location: Location): Visit {
  const flags = { isAlive: true, isUnsaved: false, isFinished: false };
  return { path: location.pathname, location, version: 0, ...flags };
}

/** Drops from memory what the open page leaves behind: what is not to be kept, and the oldest beyond the limit. */
function letGo(visits: Visits, open: string, isKept: (path: string) => boolean): Visits {
  const stay = visits.pages.filter(({ path, isFinished }) => path === open || !isFinished);
  const alive = visits.recent.filter((path) => stay.some((page) => page.path === path && page.isAlive));
  const inTime = new Set(alive.slice(-MAX_ALIVE));
  const pages = stay.map((page) => {
    const keeps = page.path === open || page.isUnsaved || (isKept(page.path) && inTime.has(page.path));
    return keeps || !page.isAlive ? page : { ...page, isAlive: false };
  });
  return { pages, recent: visits.recent.filter((path) => pages.some((page) => page.path === path)) };
}

function keepOnly(visits: Visits, stays: (page: Visit) => boolean): Visits {
  const pages = visits.pages.filter(stays);
  return { pages, recent: visits.recent.filter((path) => pages.some((page) => page.path === path)) };
}

function changePage(visits: Visits, path: string, change: (page: Visit) => Visit): Visits {
  const pages = visits.pages.map((page) => (page.path === path ? change(page) : page));
  return pages.every((page, index) => page === visits.pages[index]) ? visits : { ...visits, pages };
}
