import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { menuTree } from '#shared/contract/calls.ts';
import type { MenuTree } from '#shared/contract/session.ts';
import type { Services } from './services.ts';

/** Under which the menu is kept; invalidated by whoever changes it. */
export const MENU_TREE_KEY = ['menuTree'];

/** Going from page to page asks again at most this often. */
const STALE_AFTER_MS = 5_000;

/**
 * The menu that the session came with, and what has become of it: asked for again when the user goes to another page.
 * Without an answer it stays as it was.
 */
export function useMenuTree({ api, session }: Pick<Services, 'api' | 'session'>): MenuTree {
  const [atSignIn] = useState(() => session.getMenuTree() ?? []);
  const { pathname } = useLocation();
  const { data, isStale, isFetching, refetch } = useQuery({
    queryKey: MENU_TREE_KEY,
    queryFn: async ({ signal }) => {
      const tree = await api(menuTree, { signal });
      // A tree without pages would leave the user nowhere to go; the next call tells why there is none.
      if (tree.length > 0) session.saveMenuTree(tree);
      return tree.length > 0 ? tree : (session.getMenuTree() ?? []);
    },
    staleTime: STALE_AFTER_MS,
    retry: false,
  });
  const askAgain = useEffectEvent(() => {
    if (isStale && !isFetching) void refetch();
  });
  useEffect(() => askAgain(), [pathname]);
  return data ?? atSignIn;
}
