import type { Location } from 'react-router-dom';

/** A page opened in this session. It is identified by its path; its query may change. */
export interface Visit {
  path: string;
  /** Its latest location. */
  location: Location;
  /** Number of times it was rebuilt. */
  version: number;
  /** True if it is kept in memory, with its data and input. */
  isAlive: boolean;
  /** True if it has unsaved changes. */
  isUnsaved: boolean;
  /** True if it is to be closed as soon as another page is open. */
  isFinished: boolean;
}

export interface Visits {
  /** In the order in which they were first opened. */
  pages: readonly Visit[];
  /** Paths, the most recently opened last. */
  recent: readonly string[];
}

/**
 * Number of pages kept in memory: the open one and the one before it. Each costs 1.3 MB. A page beyond the limit is
 * recreated from its address and the cache. Pages with unsaved changes are always kept.
 */
export const MAX_ALIVE = 2;

export const NO_VISITS: Visits = { pages: [], recent: [] };

/**
 * Records that the page at `location` is open.
 *
 * @param isKept true if the page at a path may stay in memory while another is open
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

/** Adds a page that is loaded when the user first goes there. */
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

/** Gives the page a new version, so that it is recreated without its unsaved changes. */
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

/** A page that is opened for the first time. */
export function newVisit(location: Location): Visit {
  const flags = { isAlive: true, isUnsaved: false, isFinished: false };
  return { path: location.pathname, location, version: 0, ...flags };
}

/** Drops from memory the pages that aren't kept and the oldest beyond the limit. Removes finished pages. */
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

/** Changes one page. Returns the same object if nothing has changed. */
function changePage(visits: Visits, path: string, change: (page: Visit) => Visit): Visits {
  const pages = visits.pages.map((page) => (page.path === path ? change(page) : page));
  return pages.every((page, index) => page === visits.pages[index]) ? visits : { ...visits, pages };
}
