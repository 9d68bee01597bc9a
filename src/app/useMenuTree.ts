import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useEvent } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { menuTree } from '#shared/contract/calls.ts';
import type { MenuTree } from '#shared/contract/session.ts';
import { useApi } from '#console/api/createApi.ts';
import { MENU_TREE_KEY } from '#console/api/menuVersion.ts';
import { readableMenuSchema } from '#console/api/readableMenu.ts';
import type { AppSession } from './providers.ts';

const readableMenuTree = { ...menuTree, data: readableMenuSchema };

/** Milliseconds between requests of the menu, if the server names no version. */
const STALE_AFTER_MS = 5_000;

interface FollowedMenu {
  tree: MenuTree;
  /** Fetches the menu now. Resolves to the current one if that fails. */
  look(): Promise<MenuTree>;
}

/**
 * The session's menu tree. Refetched when the user navigates and the server has named a newer version, before or in its
 * first response to the new page. Also refetched at the start, unless the sign-in has just returned it. Never refetched
 * while the user stays on a page, so a form can't disappear under them. If the request fails, the menu stays.
 */
export function useMenuTree(session: Omit<AppSession, 'saveTimeZone' | 'getCurrencyData'>): FollowedMenu {
  const { menuVersion } = session;
  const api = useApi();
  const [atSignIn] = useState(() => session.getMenuTree() ?? []);
  const { pathname } = useLocation();
  const isArriving = useRef(false);
  const { data, isStale, isFetching, refetch } = useQuery({
    queryKey: MENU_TREE_KEY,
    queryFn: async ({ signal }) => {
      const token = session.getToken();
      const tree = await api(readableMenuTree, { signal });
      // Another user may have signed in meanwhile, in another tab.
      if (session.getToken() !== token) return session.getMenuTree() ?? [];
      menuVersion.noteMenu();
      // An empty tree would leave the user without any page. The next call reports why it is empty.
      if (tree.length > 0) session.saveMenuTree(tree);
      return tree.length > 0 ? tree : (session.getMenuTree() ?? []);
    },
    ...(menuVersion.ofMenu() !== null && { initialData: atSignIn }),
    staleTime: STALE_AFTER_MS,
    retry: false,
  });
  const askAgain = useEffectEvent(() => {
    const version = menuVersion.get();
    if (!isFetching && (version === null ? isStale : version !== menuVersion.ofMenu())) void refetch();
  });
  const arrive = useEffectEvent(() => {
    isArriving.current = true;
    askAgain();
  });
  const hear = useEffectEvent(() => {
    if (!isArriving.current) return;
    isArriving.current = false;
    askAgain();
  });
  useEffect(() => arrive(), [pathname]);
  useEffect(() => menuVersion.subscribe(() => hear()), [menuVersion]);
  const look = useEvent(async () => (await refetch({ cancelRefetch: false })).data ?? atSignIn);
  return { tree: data ?? atSignIn, look };
}
