import { useCallback, useMemo, useState } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import type { Label } from '#shared/i18n/label.ts';
import { markFinished, markUnsaved, pageAt, visit, type Visit, type Visits } from '../layout/tabs/visits.ts';
import type { OpenPage, Resolution } from '../menu/resolveAddress.ts';
import type { RouteTable } from '../menu/routeTable.ts';
import { resolvePlace } from '../resolvePlace.ts';
import type { PageReports } from './PageReports.ts';
import { useForgetLeft } from './useForgetLeft.ts';

interface OpenPagesConfig {
  table: RouteTable;
  /** What the browser's address shows. */
  resolution: Resolution;
  /** Pages are kept when another is opened. */
  keeps: boolean;
  /** Pages to begin with. */
  first: () => Visits;
}

export interface OpenPages {
  visits: Visits;
  setVisits(change: (visits: Visits) => Visits): void;
  /** The page that is open, or was until a redirect began: nothing flickers in between. */
  current: OpenPage | null;
  currentPath: string;
  /** The pages in memory, the open one among them. */
  alive: readonly Visit[];
  reports: PageReports;
  /** What an open page calls itself, besides the menu's title. */
  titleAt(path: string): Label | null;
}

/** The pages opened in this session, and what they tell of themselves. */
export function useOpenPages({ table, resolution, keeps, first }: OpenPagesConfig): OpenPages {
  const location = useLocation();
  const [known, setVisits] = useState(first);
  const [last, setLast] = useState<Location | null>(null);
  const [titles, setTitles] = useState<Readonly<Record<string, Label>>>({});

  const isOpen = resolution.kind === 'page';
  const here = isOpen ? location : last;
  if (here !== last) setLast(here);
  const visits = keeps && isOpen ? visit(known, location, (path) => isKept(table, path)) : known;
  if (visits !== known) setVisits(visits);

  const current = useMemo(() => {
    const shown = here && resolvePlace(table, here);
    return shown?.kind === 'page' ? shown : null;
  }, [table, here]);
  const currentPath = here?.pathname ?? '';
  const holdsUnsaved = pageAt(visits, currentPath)?.isUnsaved === true;
  useForgetLeft(currentPath, holdsUnsaved || (keeps && current !== null && !current.route.noCache));
  const alive = useMemo(() => pagesInMemory(visits, here, keeps), [visits, here, keeps]);

  const reports = useMemo<PageReports>(
    () => ({
      unsaved: (path, isUnsaved) => setVisits((all) => markUnsaved(all, path, isUnsaved)),
      finished: (path, isFinished) => setVisits((all) => markFinished(all, path, isFinished)),
      titled: (path, title) =>
        setTitles((all) => (JSON.stringify(all[path]) === JSON.stringify(title) ? all : { ...all, [path]: title })),
    }),
    [],
  );
  const titleAt = useCallback((path: string) => titles[path] ?? null, [titles]);
  return { visits, setVisits, current, currentPath, alive, reports, titleAt };
}

function isKept(table: RouteTable, pathname: string): boolean {
  const page = resolvePlace(table, { pathname, search: '', hash: '' });
  return page.kind === 'page' && !page.route.noCache;
}

/** Without tabs a page goes when another comes, but not what was typed in one before the tabs were turned off. */
function pagesInMemory(visits: Visits, here: Location | null, keeps: boolean): readonly Visit[] {
  if (keeps || here === null) return visits.pages.filter(({ isAlive }) => isAlive);
  const known = pageAt(visits, here.pathname);
  const open: Visit = {
    ...{ path: here.pathname, version: known?.version ?? 0, location: here },
    ...{ isAlive: true, isUnsaved: false, isFinished: false },
  };
  return [open, ...visits.pages.filter((page) => page.isUnsaved && page.isAlive && page.path !== here.pathname)];
}
