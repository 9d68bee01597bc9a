import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { menuTree } from '#shared/contract/calls.ts';
import type { MenuTree } from '#shared/contract/session.ts';
import { MENU_TREE_KEY } from '#console/api/menuVersion.ts';
import type { Services } from './services.ts';

/** Of a server that tells no version, the menu is asked for again at most this often. */
const STALE_AFTER_MS = 5_000;

/**
 * The menu that the session came with, and what has become of it. Requested again when the user goes to another page
 * and the server names another version, then or with its first answer there; and at the start, unless the sign-in has
 * just brought it. Not at any other time: a page must not go from under a user who is typing in it. Without an answer
 * the menu stays as it was.
 */
export function useMenuTree({
  api,
  session,
  menuVersion,
}: Pick<Services, 'api' | 'session' | 'menuVersion'>): MenuTree {
  const [atSignIn] = useState(() => session.getMenuTree() ?? []);
  const { pathname } = useLocation();
  const isArriving = useRef(false);
  const { data, isStale, isFetching, refetch } = useQuery({
    queryKey: MENU_TREE_KEY,
    queryFn: async ({ signal }) => {
      const tree = await api(menuTree, { signal });
      menuVersion.noteMenu();
      // A tree without pages would leave the user nowhere to go; the next call tells why there is none.
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
  return data ?? atSignIn;
}
