import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import type { Label } from '@merchant-console/declaration';
import { builtInPages } from '#console/app/builtInPages.tsx';
import { useDrafts, usePreferences } from '@merchant-console/ra-declared/internal';
import {
  addUnopened,
  markFinished,
  markUnsaved,
  newVisit,
  pageAt,
  rebuild,
  visit,
  type Visit,
  type Visits,
} from '../tabs/visits.ts';
import { resolveAddress, type Place, type Resolution } from '../menu/resolveAddress.ts';
import type { RouteTable } from '../menu/routeTable.ts';
import { guard } from '../menu/guard.ts';
import { locationOf } from './rememberedPages.ts';

interface OpenPagesConfig {
  table: RouteTable;
  /** Resolution of the browser's address. */
  resolution: Resolution;
  /** True if pages are kept when another one is opened. */
  keeps: boolean;
  /** Returns the initial pages. */
  first: () => Visits;
}

export type OpenPages = ReturnType<typeof useOpenPages>;

/** Tracks the pages opened in this session and what they report. */
export function useOpenPages({ table, resolution, keeps, first }: OpenPagesConfig) {
  const location = useLocation();
  const [known, setVisits] = useState(first);
  const [last, setLast] = useState<Location | null>(null);
  const [titles, setTitles] = useState<Readonly<Record<string, Label>>>({});

  const isOpen = resolution.kind === 'page';
  const here = isOpen ? location : last;
  if (here !== last) setLast(here);
  const visits = keeps && isOpen ? visit(known, location, (path) => isKept(table, path)) : known;
  if (visits !== known) setVisits(visits);

  /** The open page. During a redirect, the page before it, so that nothing flickers. Null if there is neither. */
  const current = useMemo(() => {
    const shown = here && resolvePlace(table, here);
    return shown?.kind === 'page' ? shown : null;
  }, [table, here]);
  const currentPath = here?.pathname ?? '';
  const holdsUnsaved = pageAt(visits, currentPath)?.isUnsaved === true;
  useForgetLeft(currentPath, holdsUnsaved || (keeps && current !== null && !current.route.noCache));
  /** Pages in memory, including the open one. */
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
  /** Title that a page has set for itself, or null. */
  const titleAt = useCallback((path: string) => titles[path] ?? null, [titles]);
  return { visits, setVisits, current, currentPath, alive, reports, titleAt };
}

function isKept(table: RouteTable, pathname: string): boolean {
  const page = resolvePlace(table, { pathname, search: '', hash: '' });
  return page.kind === 'page' && !page.route.noCache;
}

/** Pages to keep in memory. Without tabs, that is the open page and pages left unsaved when tabs were turned off. */
function pagesInMemory(visits: Visits, here: Location | null, keeps: boolean): readonly Visit[] {
  if (keeps || here === null) return visits.pages.filter(({ isAlive }) => isAlive);
  const open = { ...newVisit(here), version: pageAt(visits, here.pathname)?.version ?? 0 };
  return [open, ...visits.pages.filter((page) => page.isUnsaved && page.isAlive && page.path !== here.pathname)];
}

/**
 * Removes from the cache what the page at `path` has read, once the user leaves it, so that it comes back with fresh
 * data. Queries that something else on the screen still uses stay.
 */
function useForgetLeft(path: string, stays: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (stays) return undefined;
    const cache = queryClient.getQueryCache();
    // The page's own effects ran first. The shell's queries are active too, and stay active.
    const read = new Set(cache.findAll({ type: 'active' }).map(({ queryHash }) => queryHash));
    const unsubscribe = cache.subscribe(({ type, query: { queryHash } }) => {
      if (type === 'observerAdded') read.add(queryHash);
    });
    return () => {
      unsubscribe();
      for (const query of cache.findAll({ type: 'inactive' })) if (read.has(query.queryHash)) cache.remove(query);
    };
  }, [path, stays, queryClient]);
}

/** Adds tabs for the forms whose drafts were kept, when their user signs in again. */
export function useDraftPages(setVisits: OpenPages['setVisits']): void {
  const drafts = useDrafts();
  const { owner } = usePreferences();
  const reopen = useEffectEvent(() => {
    const addresses = drafts?.addresses(String(owner)) ?? [];
    if (addresses.length > 0) setVisits((all) => addresses.map(locationOf).reduce(addUnopened, all));
  });
  useEffect(() => {
    if (owner !== '') reopen();
  }, [owner]);
}

/** Recreates the page at an address below /redirect, unless it has unsaved changes. */
export function useRebuild({ pathname }: Place, resolution: Resolution, setVisits: OpenPages['setVisits']): void {
  const queryClient = useQueryClient();
  const to = resolution.kind === 'redirect' && pathname.startsWith('/redirect/') ? resolution.to : null;
  useEffect(() => {
    const path = to?.replace(/[?#].*/, '');
    if (path === undefined) return;
    void queryClient.invalidateQueries({ refetchType: 'none' });
    setVisits((all) => (pageAt(all, path)?.isUnsaved ? all : rebuild(all, path)));
  }, [to, queryClient, setVisits]);
}

/** Reports of open pages to the shell. The object is stable for the whole session. */
export interface PageReports {
  unsaved(path: string, isUnsaved: boolean): void;
  finished(path: string, isFinished: boolean): void;
  titled(path: string, title: Label): void;
}

/** Resolves an address for a signed-in user. */
export function resolvePlace(table: RouteTable, place: Place): Resolution {
  // /redirect/login leads where /login does.
  const pathname = place.pathname.replace(/^\/redirect(?=\/)/, '');
  const verdict = guard({ place: { ...place, pathname }, hasToken: true });
  if (verdict.kind === 'redirect') return verdict;
  return resolveAddress(table, place, (name) => !builtInPages.has(name));
}
