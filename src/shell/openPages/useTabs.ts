import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useEvent, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { lastAddress, openTabs, type OpenTab, type TabActions } from '../tabs/openTabs.ts';
import { close, closeOthers, markFinished, pageAt, rebuild, type Visits } from '../tabs/visits.ts';
import { useLabel } from '../useLabel.ts';
import { fillPattern } from '../menu/address.ts';
import type { MenuRoute, RouteTable } from '../menu/routeTable.ts';
import type { LeaveQuestion } from './LeaveQuestion.tsx';
import { resolvePlace, type OpenPages } from './useOpenPages.ts';

export type Tabs = ReturnType<typeof useTabs>;

/** Tabs of the open pages and their actions. Actions that would lose unsaved changes ask first. */
export function useTabs(
  table: RouteTable,
  { visits, setVisits, currentPath, titleAt }: OpenPages,
  { unasked }: Pick<LeaveQuestion, 'unasked'>,
) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<{ count: number; go: () => void } | null>(null);
  const tabs = useTabList(table, visits, titleAt);

  /**
   * Calls `go`, after asking if unsaved changes would be lost.
   *
   * @param losing true for tabs whose pages are closed or recreated
   */
  function unlessUnsaved(losing: (tab: OpenTab) => boolean, go: () => void): void {
    const count = tabs.filter((tab) => tab.isUnsaved && losing(tab)).length;
    if (count > 0) setAsked({ count, go });
    else go();
  }

  /**
   * Goes to `address` and applies `change`. The open page stays until the next one is there, because it still has the
   * address.
   */
  function leaveFor(address: string, change: (visits: Visits) => Visits): void {
    setVisits((all) => {
      const open = pageAt(all, currentPath);
      const rest = change(all);
      if (!open || pageAt(rest, currentPath)) return rest;
      return markFinished({ ...rest, pages: [...rest.pages, open] }, currentPath, true);
    });
    void navigate(address);
  }

  /** Marks all data as stale, so that pages fetch when they are opened again. */
  const forgetData = () => void queryClient.invalidateQueries({ refetchType: 'none' });

  const open = useEvent((path: string) => {
    const tab = tabs.find((one) => one.path === path);
    if (tab && path !== currentPath) void navigate(tab.address);
  });
  const refresh = useEvent((path: string) =>
    unlessUnsaved(
      (tab) => tab.path === path,
      () => {
        forgetData();
        setVisits((all) => rebuild(all, path));
        open(path);
      },
    ),
  );
  const closeOne = useEvent((path: string) =>
    unlessUnsaved(
      (tab) => tab.path === path,
      () => {
        forgetData();
        if (path !== currentPath) setVisits((all) => close(all, path));
        else leaveFor(lastAddress(tabs.filter((tab) => tab.path !== path)), (all) => close(all, path));
      },
    ),
  );
  const others = useEvent((path: string) =>
    unlessUnsaved(
      (tab) => tab.path !== path,
      () => {
        forgetData();
        const kept = tabs.find((tab) => tab.path === path);
        if (path === currentPath || !kept) setVisits((all) => closeOthers(all, path));
        else leaveFor(kept.address, (all) => closeOthers(all, path));
      },
    ),
  );
  const all = useEvent(() =>
    unlessUnsaved(
      () => true,
      () => {
        forgetData();
        const last = tabs.findLast((tab) => tab.isPinned);
        if (last?.path === currentPath) setVisits((visited) => closeOthers(visited, currentPath));
        else leaveFor(last?.path ?? '/', () => ({ pages: [], recent: [] }));
      },
    ),
  );
  const actions = useMemo<TabActions>(
    () => ({ open, refresh, close: closeOne, closeOthers: others, closeAll: all }),
    [open, refresh, closeOne, others, all],
  );
  return {
    tabs,
    actions,
    /** Number of pages whose unsaved changes are about to be lost; 0 if there is nothing to decide. */
    atStake: asked?.count ?? 0,
    decide(goesOn: boolean) {
      setAsked(null);
      if (goesOn && asked) unasked(asked.go);
    },
    /** Calls `go`, which ends all open pages. Asks first if something would be lost. */
    beforeEnd: (go: () => void) => unlessUnsaved(() => true, go),
  };
}

function useTabList(table: RouteTable, visits: Visits, titleAt: OpenPages['titleAt']): readonly OpenTab[] {
  const label = useLabel();
  const translate = useTranslate();
  return useMemo(() => {
    const pinned = pinnedRoutes(table).map(({ pattern, title }) => ({
      path: fillPattern(pattern, {}),
      title: label(title),
    }));
    const titleOf = (path: string) => {
      const page = resolvePlace(table, { pathname: path, search: '', hash: '' });
      if (page.kind !== 'page') return null;
      const own = titleAt(path);
      const title = label(page.route.title);
      if (own === null) return title;
      return typeof own === 'string' ? translate('shell.task_title', { title, task: label(own) }) : label(own);
    };
    return openTabs(pinned, visits, titleOf);
  }, [table, visits, titleAt, label, translate]);
}

/**
 * Routes whose tabs are always present: the dashboard, unless it leads elsewhere, and entries with `affix`. Addresses
 * with parameters stand for many pages and are left out.
 */
function pinnedRoutes({ home, routes }: RouteTable): MenuRoute[] {
  const others = routes.filter(
    ({ affix, page, pattern, redirect }) => affix && page !== null && redirect === null && !pattern.includes('/:'),
  );
  return home.redirect === null ? [home, ...others.filter((route) => route !== home)] : others;
}
